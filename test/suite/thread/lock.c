/* Two threads of a rank lock the window of the same rank: the lock is the rank's, not the thread's.
 * ranks: 2
 * expect: rma.epoch
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static MPI_Win window;
static int rank;

static void *again(void *unused)
{
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window); /* HERE rma.epoch */
    MPI_Win_unlock(1 - rank, window);
    return unused;
}

int main(void)
{
    int provided;
    int *memory;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window); /* CREATED rma.epoch */
    if (pthread_create(&thread, NULL, again, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_join(thread, NULL);
    MPI_Win_unlock(1 - rank, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
