/* One thread flushes what another one has requested, and both have what they need afterwards.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { TIMES = 20 };

static MPI_Win window;
static int other;
static atomic_int done;

static void *flush(void *unused)
{
    while (!done)
        MPI_Win_flush(other, window);
    return unused;
}

int main(void)
{
    int provided, rank;
    int *memory;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(0, window);
    if (pthread_create(&thread, NULL, flush, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < TIMES; i++) {
        int got = -1;
        MPI_Request request;
        MPI_Rput(&i, 1, MPI_INT, other, 0, 1, MPI_INT, window, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_flush(other, window);
        MPI_Rget(&got, 1, MPI_INT, other, 0, 1, MPI_INT, window, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        assert(got == i);
    }
    done = 1;
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
