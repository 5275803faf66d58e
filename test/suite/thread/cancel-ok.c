/* A thread cancels what another one waits for.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

enum { MOMENT = 100000 }; /* microseconds: the thread waits by then */

static MPI_Request request;

static void *wait(void *unused)
{
    MPI_Request own = request;
    MPI_Status status;
    int cancelled;
    MPI_Wait(&own, &status);
    MPI_Test_cancelled(&status, &cancelled);
    assert(cancelled);
    return unused;
}

int main(void)
{
    int provided, got;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    if (pthread_create(&thread, NULL, wait, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    usleep(MOMENT);
    MPI_Cancel(&request);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
