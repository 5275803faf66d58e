/* In one of 1680 orders all messages of the third worker come first, then those of the second.
 * ranks: 4
 * expect: assert race.message
 * executions: 1680
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, digits = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 9; i++) {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
            digits = 10 * digits + in;
        }
        assert(digits != 333222111); /* HERE assert */
    } else {
        for (int i = 0; i < 3; i++)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
