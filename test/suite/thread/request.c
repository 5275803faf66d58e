/* Two threads wait for the same request.
 * ranks: 1
 * expect: arg.request
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static MPI_Request request;

static void *work(void *unused)
{
    MPI_Request mine = request;
    MPI_Wait(&mine, MPI_STATUS_IGNORE); /* HERE arg.request */
    return unused;
}

int main(void)
{
    int provided, got;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* CREATED arg.request */
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE arg.request */
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
