/* MPI_Wait completes MPI_Raccumulate at the origin alone, so a barrier does not order the get behind it.
 * ranks: 3
 * expect: race.rma
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
        MPI_Raccumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request); /* HERE race.rma */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* HERE race.rma */
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
