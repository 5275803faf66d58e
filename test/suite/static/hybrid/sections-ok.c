/* Two sections with collectives on two communicators (category 2 of thesis 4.2).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, sum = 0;
    MPI_Comm other;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
#pragma omp parallel sections
    {
#pragma omp section
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp section
        MPI_Barrier(other);
    }
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
