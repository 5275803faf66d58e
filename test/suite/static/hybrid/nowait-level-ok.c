/* Two reductions on different communicators with a barrier in between.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, sum = 0, most = 0;
    MPI_Comm one, two;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_dup(MPI_COMM_WORLD, &two);
#pragma omp parallel
    {
#pragma omp single nowait
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, one);
#pragma omp barrier
#pragma omp single
        MPI_Reduce(&rank, &most, 1, MPI_INT, MPI_MAX, 0, two);
    }
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);
    MPI_Finalize();
    return 0;
}
