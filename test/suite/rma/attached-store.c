/* Rank 1 stores to attached memory that rank 0 puts to.
 * ranks: 2
 * expect: race.rma
 * cc: -ftutti-memory
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, mine = 0, value = 7;
    MPI_Aint address, there;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, &mine, sizeof mine);
    MPI_Get_address(&mine, &address);
    MPI_Sendrecv(&address, 1, MPI_AINT, 1 - rank, 0, &there, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, there, 1, MPI_INT, win); /* HERE race.rma */
    if (rank == 1)
        mine = 3; /* HERE race.rma */
    MPI_Win_fence(0, win);
    MPI_Win_detach(win, &mine);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
