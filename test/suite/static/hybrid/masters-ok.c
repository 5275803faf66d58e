/* Two collectives of the master without a barrier in between: one thread makes both.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, n = 0;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
#pragma omp master
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
#pragma omp master
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
