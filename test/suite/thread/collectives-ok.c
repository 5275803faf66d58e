/* Two threads of a rank are in collectives at once, each on its communicator.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

enum { MOMENT = 200000 }; /* microseconds: the thread is in its call by then */

static MPI_Comm comm;

static void *work(void *unused)
{
    MPI_Barrier(comm);
    return unused;
}

int main(void)
{
    int provided, rank, value, sum;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    value = rank;
    if (rank == 1) {
        usleep(2 * MOMENT);
        MPI_Barrier(comm);
    } else if (pthread_create(&thread, NULL, work, NULL) != 0) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        usleep(MOMENT);
    }
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        pthread_join(thread, NULL);
    if (comm != MPI_COMM_WORLD)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
