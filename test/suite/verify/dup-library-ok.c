/* A library duplicates its caller's communicator, and the messages keep apart.
 * ranks: 3
 * expect: clean
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_dup(comm, &own);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        assert(in == 1);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, own, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, rank == 2 ? own : comm);
    }
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
