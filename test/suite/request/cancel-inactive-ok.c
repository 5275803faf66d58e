/* A persistent receive is cancelled after it was started.
 * ranks: 1
 * expect: clean
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
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    assert(cancelled && value == 1);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
