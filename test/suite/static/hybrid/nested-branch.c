/* A nested team under a branch on the rank: two faults in one call (thesis 4.1 code 6, 4.3).
 * ranks: 2
 * expect: thread.multithreaded-collective collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void f(int rank, int size)
{
    int sum = 0;

#pragma omp parallel
    {
        if (rank == 0) { /* HERE collective.divergence */
#pragma omp parallel
            {
#pragma omp single
                MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE thread.multithreaded-collective */
            }
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
