/* A message is probed until it is there, but not received.
 * ranks: 2
 * expect: message.unmatched
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request); /* HERE message.unmatched */
        MPI_Request_free(&request);
    } else {
        while (!flag)
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    assert(value == 1);
    MPI_Finalize();
    return 0;
}
