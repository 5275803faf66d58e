/* Threads share an epoch of locks: each counts in a window and flushes for itself.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3,
       TIMES = 20 };

static MPI_Win window;

/* What is counted by threads of both ranks only grows. */
static void *count(void *unused)
{
    const long one = 1;
    long got, before = -1;
    for (int i = 0; i < TIMES; i++) {
        int target = i % 2;
        MPI_Fetch_and_op(&one, &got, MPI_LONG, target, 0, MPI_SUM, window);
        MPI_Win_flush(target, window);
        if (target == 0) {
            assert(got > before);
            before = got;
        }
    }
    return unused;
}

int main(void)
{
    int provided, ranks;
    long *counter;
    pthread_t threads[THREADS];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Win_allocate(sizeof *counter, sizeof *counter, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, count, NULL) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Win_unlock(0, window);
    assert(*counter == (long)ranks * THREADS * TIMES / 2);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
