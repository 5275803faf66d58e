/* A whole parallel region with a reduction is for all ranks or none (thesis 4.1 code 5).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void f(int rank, int size)
{
    int sum = 0;

    if (size > 1) {
#pragma omp parallel
        {
#pragma omp single
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
    }
}

int main(void)
{
    int rank, size, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    f(rank, size);
    MPI_Finalize();
    return 0;
}
