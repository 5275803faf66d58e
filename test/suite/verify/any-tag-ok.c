/* Both receives ask for a tag of their own.
 * ranks: 3
 * expect: clean
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
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 2, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, rank, comm);
    }
    MPI_Finalize();
    return 0;
}
