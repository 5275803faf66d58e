/* MPI_Init means that there is one thread for MPI; a second one computes.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;

    MPI_Init(NULL, NULL);
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
