/* One order needs a buffer, the other one is a deadlock with a buffer and without.
 * ranks: 3
 * expect: deadlock send.buffering race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, first;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        if (first == 2)
            MPI_Send(&rank, 1, MPI_INT, 1, 1, comm);              /* HERE send.buffering */
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* HERE send.buffering */
        if (rank == 1)
            MPI_Recv(&in, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    }
    MPI_Finalize();
    return 0;
}
