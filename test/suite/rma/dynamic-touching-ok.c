/* What is attached in two parts that touch is accessed in one piece.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, mine[8] = {0}, put[6] = {1, 2, 3, 4, 5, 6};
    MPI_Aint address, there;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, mine, 4 * sizeof *mine);
    MPI_Win_attach(win, mine + 4, 4 * sizeof *mine);
    MPI_Get_address(mine + 1, &address);
    MPI_Sendrecv(&address, 1, MPI_AINT, 1 - rank, 0, &there, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(put, 6, MPI_INT, 1, there, 6, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; rank == 1 && i < 6; i++)
        assert(mine[1 + i] == put[i]);
    MPI_Win_detach(win, mine);
    MPI_Win_detach(win, mine + 4);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
