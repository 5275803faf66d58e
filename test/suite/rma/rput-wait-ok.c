/* MPI_Win_flush completes MPI_Rput at the target, so a barrier orders the next rank behind it.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value, *memory;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request request;
        MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
