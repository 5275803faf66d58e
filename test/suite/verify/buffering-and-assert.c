/* One order needs a buffer, the other breaks an assertion.
 * ranks: 3
 * expect: assert send.buffering race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, first;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        if (first == 2)
            MPI_Send(&rank, 1, MPI_INT, 1, 1, comm); /* HERE send.buffering */
        MPI_Recv(&in, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        assert(first == 2); /* HERE assert */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        if (rank == 1) {
            MPI_Send(&rank, 1, MPI_INT, 0, 1, comm); /* HERE send.buffering */
            MPI_Recv(&in, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return 0;
}
