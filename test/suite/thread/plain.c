/* MPI_Init means that there is one thread, and a second one calls MPI.
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    MPI_Barrier(MPI_COMM_WORLD); /* HERE thread.level */
    return unused;
}

int main(void)
{
    pthread_t thread;

    MPI_Init(NULL, NULL);
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
