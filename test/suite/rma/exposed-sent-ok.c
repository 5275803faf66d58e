/* Rank 1 sends from memory that was put to when the exposure has ended.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value = 7, *memory;
    MPI_Win win;
    MPI_Group all, peer;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, (int[]){1 - rank}, &peer);
    if (rank == 0) {
        MPI_Win_start(peer, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(peer, 0, win);
        MPI_Win_wait(win);
        MPI_Sendrecv(memory, 1, MPI_INT, 1, 0, &value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Group_free(&peer);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
