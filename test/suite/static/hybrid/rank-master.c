/* The master of rank 0 alone meets a barrier of MPI.
 * ranks: 2
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
#pragma omp master
        {
            if (rank == 0) /* HERE collective.divergence */
                MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
