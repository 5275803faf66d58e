/* Threads start persistent collectives, each on its communicator, in no order.
 * ranks: 2
 * mpi: 4
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3,
       TIMES = 10 };

static MPI_Comm comms[THREADS];
static int numbers[THREADS];

static void *add(void *argument)
{
    const int *number = argument;
    int value = 0, sum;
    MPI_Request request;
    MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, comms[*number], MPI_INFO_NULL, &request);
    for (int i = 0; i < TIMES; i++) {
        value = 10 * i + *number;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        assert(sum == 2 * value);
    }
    MPI_Request_free(&request);
    return NULL;
}

int main(void)
{
    int provided;
    pthread_t threads[THREADS];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    }
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, add, &numbers[i]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
