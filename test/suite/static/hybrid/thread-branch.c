/* Threads 0 and 1 make different collectives on one communicator.
 * ranks: 2
 * expect: thread.concurrent-collectives
 */
#include <mpi.h>
#include <omp.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, n = 0;
    MPI_Comm other;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            MPI_Barrier(MPI_COMM_WORLD); /* HERE thread.concurrent-collectives */
        else if (omp_get_thread_num() == 1)
            MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD); /* HERE thread.concurrent-collectives */
    }
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
