/* A loop ends with the message of rank 2, even if that of rank 1 has not come yet.
 * ranks: 3
 * expect: message.unmatched race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        do {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        } while (in != 2);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* HERE message.unmatched */
    }
    MPI_Finalize();
    return 0;
}
