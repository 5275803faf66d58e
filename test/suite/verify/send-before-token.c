/* A send waits for a receive that comes after one that depends on it, unless it is buffered.
 * ranks: 3
 * expect: send.buffering
 * executions: 1
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* HERE send.buffering */
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
