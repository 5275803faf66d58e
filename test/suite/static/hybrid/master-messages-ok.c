/* Messages in a master construct, at a level for the main thread (thesis 2.1 example 6).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void f(int rank, int size)
{
    int right = (rank + 1) % size, left = (rank + size - 1) % size, got = 0;

    if (size > 1) {
#pragma omp parallel
        {
#pragma omp master
            MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
}

int main(void)
{
    int rank, size, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    f(rank, size);
    MPI_Finalize();
    return 0;
}
