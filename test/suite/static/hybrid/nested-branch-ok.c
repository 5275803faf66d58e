/* One team, and a branch that all ranks take (thesis 4.1 code 6, 4.3).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void f(int rank, int size)
{
    int sum = 0;

#pragma omp parallel
    {
        if (size > 1) {
#pragma omp single
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
    }
    if (size > 1000)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(void)
{
    int rank, size, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    f(rank, size);
    MPI_Finalize();
    return 0;
}
