/* A team of two, all of which meet a barrier of MPI.
 * ranks: 2
 * expect: thread.multithreaded-collective
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(2)
    {
        MPI_Barrier(MPI_COMM_WORLD); /* HERE thread.multithreaded-collective */
    }
    MPI_Finalize();
    return 0;
}
