/* Two threads are inside MPI at once, and the level allows one.
 * ranks: 1
 * expect: thread.level
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *receive(void *unused)
{
    int got;
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE thread.level */
    return unused;
}

int main(void)
{
    int provided, value = 7;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (pthread_create(&thread, NULL, receive, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* HERE thread.level */
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
