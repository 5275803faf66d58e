/* Two reductions in single constructs, on communicators of their own (thesis 2.1 example 4).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void f(int value, MPI_Comm one, MPI_Comm two)
{
    int sum = 0, most = 0;

#pragma omp parallel
    {
#pragma omp single nowait
        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, one);
#pragma omp single
        MPI_Reduce(&value, &most, 1, MPI_INT, MPI_MAX, 0, two);
    }
    MPI_Barrier(two);
}

int main(void)
{
    int rank, provided;
    MPI_Comm one, two;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_dup(MPI_COMM_WORLD, &two);
    f(rank, one, two);
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);
    MPI_Finalize();
    return 0;
}
