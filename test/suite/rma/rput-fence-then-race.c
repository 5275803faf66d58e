/* Two ranks put to the same place by MPI_Rput, which is for epochs of locks only.
 * ranks: 3
 * expect: race.rma rma.epoch
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
    MPI_Win_fence(0, win);
    if (rank > 0) {
        MPI_Request request;
        MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request); /* HERE rma.epoch */ /* HERE race.rma */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
