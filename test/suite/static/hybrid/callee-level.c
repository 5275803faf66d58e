/* A function that is called within and without parallel regions, at a level too low for the first.
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <stddef.h>

static void tell(int rank, int size)
{
    int right = (rank + 1) % size, left = (rank + size - 1) % size, got;

    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE thread.level */
}

int main(void)
{
    int rank, size, work = 0, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    tell(rank, size);
#pragma omp parallel
    {
#pragma omp single
        tell(rank, size); /* HERE thread.level */
    }
    if (work < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
