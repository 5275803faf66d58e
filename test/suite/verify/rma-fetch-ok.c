/* Three ranks take two tickets each: 6! / 2!^3 orders.
 * ranks: 3
 * expect: clean
 * executions: 90
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
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 2; i++) {
        MPI_Fetch_and_op(&one, &mine, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    assert(size > 0 && mine > -1);
    return 0;
}
