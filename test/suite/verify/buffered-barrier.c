/* A message that is received after the barrier is sent before it, and has to be buffered.
 * ranks: 3
 * expect: send.buffering
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Barrier(comm);
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* HERE send.buffering */
        MPI_Barrier(comm);
    }
    MPI_Finalize();
    return 0;
}
