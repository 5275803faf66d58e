/* The memory of a window is freed before the window.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int *memory = calloc(4, sizeof *memory);
    MPI_Win window;

    MPI_Init(NULL, NULL);
    MPI_Win_create(memory, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    free(memory); /* CREATED arg.buffer */
    MPI_Win_free(&window); /* HERE arg.buffer */
    MPI_Finalize();
    return 0;
}
