/* Rank 1 adds to its own memory without the lock that rank 0 takes.
 * ranks: 2
 * expect: race.rma
 * cc: -ftutti-memory
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value = 7, *memory;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); /* HERE race.rma */
        MPI_Win_unlock(1, win);
    } else {
        memory[0]++; /* HERE race.rma */
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
