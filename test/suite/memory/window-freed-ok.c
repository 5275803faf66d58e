/* The memory of a window is freed after the window.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int *memory = calloc(4, sizeof *memory);
    MPI_Win window;

    MPI_Init(NULL, NULL);
    MPI_Win_create(memory, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_free(&window);
    free(memory);
    MPI_Finalize();
    return 0;
}
