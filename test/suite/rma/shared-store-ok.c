/* Two ranks store to one place of a shared window, one after the other.
 * ranks: 2
 * expect: clean
 * cc: -ftutti-memory
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, unit, *mine, *first;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        *mine = 5;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 1)
        *first += 1;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
