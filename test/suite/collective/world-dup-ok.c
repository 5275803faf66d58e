/* All ranks enter both barriers.
 * ranks: 3
 * expect: clean
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
    MPI_Barrier(library);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&library);
    MPI_Finalize();
    return 0;
}
