/* A whole parallel region with a reduction is only for some ranks (thesis 4.1 code 5).
 * ranks: 2
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void f(int rank, int size)
{
    int sum = 0;

    if (rank != 0 && size > 1) { /* HERE collective.divergence */
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
