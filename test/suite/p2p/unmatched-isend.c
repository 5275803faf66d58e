/* A send whose request was freed has a tag that nobody receives.
 * ranks: 2
 * expect: message.unmatched
 */
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
        int flag;
        MPI_Iprobe(0, 9, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
