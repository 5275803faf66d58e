/* A window is as large as its memory.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int rank, *memory;
    MPI_Win window;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memory = calloc(4 + (size_t)rank, sizeof *memory);
    MPI_Win_create(memory, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_free(&window);
    free(memory);
    MPI_Finalize();
    return 0;
}
