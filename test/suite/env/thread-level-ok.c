/* One thread after the other calls MPI, as was asked for.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return unused;
}

int main(void)
{
    int provided;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
