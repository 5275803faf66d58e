/* A thread asks for requests that another one waits for, and then sends what completes them.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

enum { MOMENT = 100000 }; /* microseconds: the main thread waits by then */

static MPI_Request requests[2];

static void *ask(void *unused)
{
    int flag;
    usleep(MOMENT);
    MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
    assert(!flag);
    for (int i = 0; i < 2; i++)
        MPI_Ssend(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    return unused;
}

int main(void)
{
    int provided, got[2] = {-1, -1};
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    if (pthread_create(&thread, NULL, ask, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    assert(got[0] == 0 && got[1] == 1);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
