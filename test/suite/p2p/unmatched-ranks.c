/* Every rank sends to the next one, and nobody receives.
 * ranks: 3
 * expect: message.unmatched
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request); /* HERE message.unmatched */
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
