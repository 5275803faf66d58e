/* Two masters take two messages of each of their two workers: their orders are independent.
 * ranks: 6
 * expect: clean
 * executions: 36
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank < 2) {
        for (int i = 0; i < 4; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Send(&rank, 1, MPI_INT, rank % 2, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
