/* A reduction in a single construct, at the level that it needs (thesis 2.1 example 3).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int f(int value)
{
    int sum = 0, work = 0;

#pragma omp parallel reduction(+ : work)
    {
        work += value;
#pragma omp single
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    return sum + work;
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
