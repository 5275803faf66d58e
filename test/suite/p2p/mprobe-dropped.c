/* A matched probe takes a message, and no matched receive follows.
 * ranks: 2
 * expect: message.unmatched
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request); /* HERE message.unmatched */
        MPI_Request_free(&request);
    } else {
        MPI_Message m;
        MPI_Mprobe(0, 8, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE); /* HERE message.unmatched */
    }
    assert(value == 1);
    MPI_Finalize();
    return 0;
}
