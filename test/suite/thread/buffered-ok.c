/* Threads send through one attached buffer that has room for some of their messages only.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 4,
       TIMES = 20,
       ROOM = THREADS + 1,
       MESSAGE = (int)sizeof(int) + MPI_BSEND_OVERHEAD };

static int rank, tags[THREADS];

/* A message is in the buffer until the other thread has received it. */
static void *exchange(void *argument)
{
    const int *tag = argument;
    for (int i = 0; i < TIMES; i++) {
        int got = -1;
        if (rank == 0) {
            MPI_Bsend(&i, 1, MPI_INT, 1, *tag, MPI_COMM_WORLD);
            MPI_Recv(&got, 1, MPI_INT, 1, *tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&got, 1, MPI_INT, 0, *tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&got, 1, MPI_INT, 0, *tag, MPI_COMM_WORLD);
        }
        assert(got == i);
    }
    return NULL;
}

int main(void)
{
    static char memory[ROOM * MESSAGE];
    int provided, size;
    void *detached;
    pthread_t threads[THREADS];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(memory, sizeof memory);
    for (int i = 0; i < THREADS; i++) {
        tags[i] = i;
        if (pthread_create(&threads[i], NULL, exchange, &tags[i]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
