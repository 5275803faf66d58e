/* The main thread finalizes MPI while another thread receives.
 * ranks: 1
 * expect: env.thread
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

enum { MOMENT = 200000 }; /* microseconds: the thread is in its call by then */

static void *receive(void *unused)
{
    int got;
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unused;
}

int main(void)
{
    int provided;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (pthread_create(&thread, NULL, receive, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    usleep(MOMENT);
    MPI_Finalize(); /* HERE env.thread */
    return 0;
}
