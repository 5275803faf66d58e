/* A rank in the middle passes on what it hears, and believes in the order of its sources.
 * ranks: 4
 * expect: race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank < 2) {
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    } else if (rank == 2) {
        for (int i = 0; i < 2; i++) {
            MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status); /* HERE race.message */
            MPI_Send(&in[i], 1, MPI_INT, 3, 0, comm);
        }
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in[i], 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
