/* Two reductions in single constructs with the barrier of the first (thesis 2.1 example 5, 4.1 code 3, 4.5 b).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void f(int value)
{
    int sum = 0, most = 0;

#pragma omp parallel
    {
#pragma omp single
        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
#pragma omp single
        MPI_Reduce(&value, &most, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    }
}

int main(void)
{
    int rank, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    f(rank);
    MPI_Finalize();
    return 0;
}
