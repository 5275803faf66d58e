/* The request of a nonblocking barrier is freed, which MPI forbids.
 * ranks: 2
 * expect: arg.request
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Request_free(&request); /* HERE arg.request */
    MPI_Finalize();
    return 0;
}
