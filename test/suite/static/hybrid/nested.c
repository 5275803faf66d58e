/* A single construct in a nested team: each outer thread has one that calls (thesis 4.1 code 1).
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
#pragma omp single
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
#pragma omp parallel
    {
        f(rank);
    }
    MPI_Finalize();
    return 0;
}
