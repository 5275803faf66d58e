/* The request of a nonblocking barrier is completed.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
