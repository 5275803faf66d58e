/* Two threads of a rank lock the windows of different ranks at the same time.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

enum { TIMES = 10 };

static MPI_Win window;
static int targets[2] = {0, 1};

/* The lock makes one of reading and writing. */
static void *count(void *argument)
{
    const int *target = argument;
    for (int i = 0; i < TIMES; i++) {
        int value;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, *target, 0, window);
        MPI_Get(&value, 1, MPI_INT, *target, 0, 1, MPI_INT, window);
        MPI_Win_flush(*target, window);
        value++;
        MPI_Put(&value, 1, MPI_INT, *target, 0, 1, MPI_INT, window);
        MPI_Win_unlock(*target, window);
    }
    return NULL;
}

int main(void)
{
    int provided, rank;
    int *counter;
    pthread_t threads[2];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *counter, sizeof *counter, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, count, &targets[i]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    assert(*counter == 2 * TIMES);
    MPI_Win_unlock(rank, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
