/* Accesses that do not meet have one order, and sums commute.
 * ranks: 4
 * expect: clean
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    static int memory[4];
    int rank, size, mine = 0;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_SUM, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    assert(size > 0 && mine > -1);
    return 0;
}
