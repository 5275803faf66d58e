/* The buffer of a receive is written before the receive is posted.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
    } else {
        value = 99;
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, comm, &r);
        MPI_Send(NULL, 0, MPI_INT, 0, 1, comm);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        assert(value == 1);
    }
    MPI_Finalize();
    return 0;
}
