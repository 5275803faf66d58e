/* One-sided communication with large counts.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

#if MPI_VERSION < 4 /* there are no functions for large counts */
#define MPI_Win_allocate_shared_c MPI_Win_allocate_shared
#define MPI_Win_shared_query_c    MPI_Win_shared_query
#define MPI_Win_allocate_c        MPI_Win_allocate
#define MPI_Put_c                 MPI_Put
#define MPI_Accumulate_c          MPI_Accumulate
#define MPI_Rget_c                MPI_Rget
typedef int bytes_of_unit;
#else
typedef MPI_Aint bytes_of_unit;
#endif

int main(int argc, char **argv)
{
    int rank, *memory, value, got = 0;
    MPI_Aint size;
    bytes_of_unit unit;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared_c(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query_c(win, 1, &size, &unit, &memory);
    assert(size == 2 * sizeof(int) && unit == sizeof(int));
    MPI_Win_free(&win);

    MPI_Win_allocate_c(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memory[0] = memory[1] = 0;
    MPI_Win_fence(0, win);
    value = 5 + rank;
    MPI_Put_c(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Accumulate_c(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    assert(memory[0] == 6 - rank && (rank == 1 || memory[1] == 11));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Rget_c(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(0, win);
    assert(got == 11);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
