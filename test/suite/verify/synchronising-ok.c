/* If all wait in MPI_Bcast, nobody sends too early.
 * ranks: 3
 * expect: clean
 * executions: 1
 * options: --collectives=synchronising
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, data = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 1) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        assert(in == 2);
    }
    if (rank == 2)
        MPI_Ssend(&rank, 1, MPI_INT, 1, 0, comm);
    MPI_Bcast(&data, 1, MPI_INT, 0, comm);
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    if (rank == 1)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
