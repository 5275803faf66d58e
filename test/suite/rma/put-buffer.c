/* Rank 0 changes what it puts before the fence.
 * ranks: 2
 * expect: race.buffer
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, mine = 0, *memory;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    mine = 5;
    MPI_Put(&mine, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); /* CREATED race.buffer */
    mine = 6;
    MPI_Win_fence(0, win); /* HERE race.buffer */
    assert(memory[0] == 5 || memory[0] == 6);
    MPI_Win_free(&win);
    MPI_Finalize();
    assert(size > 0 && mine > -1);
    return 0;
}
