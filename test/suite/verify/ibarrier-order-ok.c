/* A message is sent after MPI_Ibarrier was waited for.
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
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 1) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        assert(in == 2);
    }
    if (rank == 2)
        MPI_Ssend(&rank, 1, MPI_INT, 1, 0, comm);
    MPI_Ibarrier(comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    if (rank == 1)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
