/* A window of memory that is not there.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int *memory = NULL;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Win_create(memory, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* HERE arg.buffer */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
