/* A communicator made by a nonblocking duplication is never freed.
 * ranks: 2
 * expect: leak.comm
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
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request); /* HERE leak.comm */ /* CREATED leak.comm */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(copy);
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}
