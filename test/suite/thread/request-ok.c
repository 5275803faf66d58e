/* One thread waits for a request that another one began.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static MPI_Request request;

static void *work(void *unused)
{
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return unused;
}

int main(void)
{
    int provided, value = 7, got = 0;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    assert(got == value);
    MPI_Finalize();
    return 0;
}
