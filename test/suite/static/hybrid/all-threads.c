/* All threads of the team call a reduction (thesis 2.1 example 1 and category 1 of 4.2).
 * ranks: 2
 * expect: thread.multithreaded-collective
 */
#include <mpi.h>
#include <stddef.h>

static int f(int value)
{
    int sum = 0;

#pragma omp parallel
    {
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE thread.multithreaded-collective */
    }
    return sum;
}

int main(void)
{
    int rank, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    f(rank);
    MPI_Finalize();
    return 0;
}
