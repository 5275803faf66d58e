/* Three races in a chain, and the message at its end is received last.
 * ranks: 7
 * expect: clean
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);
    } else if (rank == 2 || rank == 4) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, rank - 2, 0, comm);
    } else {
        MPI_Send(&rank, 1, MPI_INT, rank == 6 ? 4 : rank - 1, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
