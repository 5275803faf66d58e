/* Two threads of each rank receive, and no thread sends.
 * ranks: 2
 * expect: deadlock
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static int rank, tags[2] = {0, 1};

static void *work(void *argument)
{
    const int *tag = argument;
    int got = -1;
    MPI_Recv(&got, 1, MPI_INT, 1 - rank, *tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
    assert(got == 10 * (1 - rank) + *tag);
    return NULL;
}

int main(void)
{
    int provided;
    pthread_t threads[2];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, work, &tags[i]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
