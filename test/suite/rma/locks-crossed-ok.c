/* Each of two ranks gives its lock back before it takes another.
 * ranks: 4
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, mine = 0, *memory;
    MPI_Win win;
    MPI_Comm pair;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &pair);
    if (rank < 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2 + rank, 0, win);
        MPI_Put(&mine, 1, MPI_INT, 2 + rank, 0, 1, MPI_INT, win);
        MPI_Win_flush(2 + rank, win);
        MPI_Win_unlock(2 + rank, win);
        MPI_Barrier(pair);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3 - rank, 0, win);
        MPI_Put(&mine, 1, MPI_INT, 3 - rank, 0, 1, MPI_INT, win);
        MPI_Win_unlock(3 - rank, win);
    }
    MPI_Comm_free(&pair);
    MPI_Win_free(&win);
    MPI_Finalize();
    assert(size > 0 && mine > -1);
    return 0;
}
