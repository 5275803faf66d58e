/* A persistent receive is cancelled though it was not started.
 * ranks: 1
 * expect: arg.request
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, cancelled, value = 1;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Cancel(&request); /* HERE arg.request */
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    assert(cancelled && value == 1);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
