/* A synchronous send is believed to be open when MPI_Test asks, but may have been received.
 * ranks: 2
 * expect: assert
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, flag;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Issend(&rank, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        assert(!flag); /* HERE assert */
        if (!flag)
            MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
