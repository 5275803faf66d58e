/* A rank sends to itself synchronously after it posted the receive.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 7, in = 0;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, comm, &r);
    MPI_Ssend(&out, 1, MPI_INT, 0, 0, comm);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    assert(in == 7);
    MPI_Finalize();
    return 0;
}
