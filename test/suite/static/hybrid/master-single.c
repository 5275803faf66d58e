/* A collective of the master and one of a single construct, no barrier in between.
 * ranks: 2
 * expect: thread.concurrent-collectives
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, n = 0;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
#pragma omp master
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD); /* HERE thread.concurrent-collectives */
#pragma omp single
        MPI_Barrier(MPI_COMM_WORLD); /* HERE thread.concurrent-collectives */
    }
    MPI_Finalize();
    return 0;
}
