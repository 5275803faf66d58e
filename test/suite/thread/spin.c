/* A thread waits without sleeping for what another one never receives. Nobody can tell that from a
 * thread that computes: at the time limit it is reported as one.
 * ranks: 2
 * options: --time-limit=10
 * expect: loop
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int got;

static void *spin(void *unused)
{
    int value = 7;
    while (!got)  /* HERE loop */
        continue; /* HERE loop */
    MPI_Ssend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    return unused;
}

int main(void)
{
    int provided, rank, value = 7;
    pthread_t thread;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (pthread_create(&thread, NULL, spin, NULL) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        got = value;
        pthread_join(thread, NULL);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
