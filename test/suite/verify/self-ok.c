/* A message to oneself and one of another rank come in either order.
 * ranks: 2
 * expect: clean
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        assert(in == 0 || in == 1);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
