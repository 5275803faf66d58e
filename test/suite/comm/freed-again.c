/* A communicator is freed twice, through two copies of its handle.
 * ranks: 2
 * expect: arg.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm comm, copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    copy = comm;
    MPI_Comm_free(&comm);
    MPI_Comm_free(&copy); /* HERE arg.comm */
    MPI_Finalize();
    return 0;
}
