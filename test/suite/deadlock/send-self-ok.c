/* A rank sends to itself after it posted the receive.
 * ranks: 1
 * expect: clean
 * options: --buffering=zero
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 7, in = 0;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_SELF;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, comm, &r);
    MPI_Send(&out, 1, MPI_INT, 0, 0, comm);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
