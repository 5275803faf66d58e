/* A single construct in a team that the main thread starts alone (thesis 4.1 code 1).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int f(int value)
{
    int sum = 0;

#pragma omp parallel
    {
#pragma omp single
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
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
    {
        f(rank);
    }
    MPI_Finalize();
    return 0;
}
