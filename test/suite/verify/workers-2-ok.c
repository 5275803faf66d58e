/* A master takes two messages of each of three workers in any order.
 * ranks: 4
 * expect: clean
 * executions: 90
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 6; i++) {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
            sum += in;
        }
        assert(sum == 2 * (1 + 2 + 3));
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
