/* Two ranks put to the same place, and behind that all ranks receive first.
 * ranks: 3
 * expect: deadlock race.rma
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
    if (rank > 0)
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* HERE race.rma */
    MPI_Win_fence(0, win);
    MPI_Recv(&value, 1, MPI_INT, (rank + 1) % 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
