/* A communicator is used before its duplication is complete.
 * ranks: 2
 * expect: arg.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm copy;
    MPI_Request request;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    MPI_Barrier(copy); /* HERE arg.comm */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
