/* A rank gets what it has put just before: MPI does not keep their order.
 * ranks: 2
 * expect: race.rma
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value = 7, got = 0, *memory;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* HERE race.rma */
        MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);   /* HERE race.rma */
    }
    MPI_Win_unlock_all(win);
    assert(got == 0 || got == 7);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
