/* A token comes when a message has come, though another takes it first.
 * ranks: 3
 * expect: assert
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    static int memory[4];
    int rank, size, mine = 0;
    MPI_Win win;
    const int one = 1;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 1) {
        MPI_Win_lock_all(0, win);
        MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 1, MPI_SUM, win);
        MPI_Win_flush(0, win);
        MPI_Win_unlock_all(win);
        MPI_Send(&mine, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Recv(&mine, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank != 1) {
        MPI_Win_lock_all(0, win);
        MPI_Fetch_and_op(&one, &mine, MPI_INT, 1, 0, MPI_SUM, win);
        MPI_Win_flush(1, win);
        MPI_Win_unlock_all(win);
        assert(rank == 2 || mine == 0); /* HERE assert */
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    assert(size > 0 && mine > -1);
    return 0;
}
