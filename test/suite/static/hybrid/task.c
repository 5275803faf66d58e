/* A task calls MPI, at a level for the main thread: any thread may execute it.
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
#pragma omp master
        {
#pragma omp task
            MPI_Barrier(MPI_COMM_WORLD); /* HERE thread.level */
        }
    }
    MPI_Finalize();
    return 0;
}
