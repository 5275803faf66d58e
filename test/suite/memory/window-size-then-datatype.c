/* A window is larger than its memory, and behind that a null datatype is used.
 * ranks: 2
 * expect: arg.buffer arg.datatype
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int value = 0, *memory = malloc(4 * sizeof *memory);
    MPI_Datatype pair;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Win_create(memory, 8 * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* HERE arg.buffer */
    MPI_Type_contiguous(1, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_free(&pair);
    pair = MPI_DATATYPE_NULL;
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, pair, win); /* HERE arg.datatype */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(memory);
    MPI_Finalize();
    return 0;
}
