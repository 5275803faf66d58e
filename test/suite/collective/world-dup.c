/* One rank enters the barrier of the duplicate instead of that of the world.
 * ranks: 3
 * expect: mismatch.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm library;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &library);
    if (rank == 1)
        MPI_Barrier(library); /* HERE mismatch.comm */
    else
        MPI_Barrier(MPI_COMM_WORLD); /* HERE mismatch.comm */
    MPI_Comm_free(&library);
    MPI_Finalize();
    return 0;
}
