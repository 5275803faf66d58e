/* A rank sends to itself and never receives.
 * ranks: 1
 * expect: message.unmatched
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* HERE message.unmatched */
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
