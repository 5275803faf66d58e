/* Two threads of rank 0 make communicators out of the same one at once.
 * ranks: 2
 * expect: thread.multithreaded-collective
 */
#include <mpi.h>
#include <stddef.h>
#include <unistd.h>

enum { MOMENT = 200000 }; /* microseconds: both threads of rank 0 are in their calls by then */

int main(void)
{
    int provided, rank;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        usleep(MOMENT);
#pragma omp parallel num_threads(2)
    {
        MPI_Comm made;
        MPI_Comm_dup(MPI_COMM_WORLD, &made); /* HERE thread.multithreaded-collective */
        MPI_Comm_free(&made);
    }
    MPI_Finalize();
    return 0;
}
