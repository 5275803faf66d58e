/* The main thread polls until a thread that computes, without MPI, is done.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int done;

/* Some tenths of a second: far more polls than a rank may make that waits for nothing. */
static void *compute(void *unused)
{
    while (clock() < CLOCKS_PER_SEC * 3 / 10)
        continue;
    done = 1;
    return unused;
}

int main(void)
{
    int provided, flag;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (pthread_create(&thread, NULL, compute, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    while (!done)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
