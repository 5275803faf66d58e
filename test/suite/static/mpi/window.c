/* Only rank 0, which reads, meets the second fence of the window.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, cell, copy = 0;
    MPI_Win window;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cell = rank;
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) { /* HERE collective.divergence */
        MPI_Get(&copy, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_fence(0, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
