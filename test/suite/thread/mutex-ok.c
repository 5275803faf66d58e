/* A thread receives without the lock that the thread which sends needs.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *send(void *unused)
{
    int value = 7;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    return unused;
}

int main(void)
{
    int provided, got;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_mutex_lock(&lock);
    if (pthread_create(&thread, NULL, send, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_mutex_unlock(&lock);
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
