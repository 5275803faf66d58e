/* A master construct in a called function, and messages of the main thread between regions.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void exchange(int rank, int size, int *halo)
{
#pragma omp master
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, halo, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp barrier
}

int main(void)
{
    int rank, size, provided, halo = 0, sum = 0;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 3; step++) {
#pragma omp parallel
        {
            exchange(rank, size, &halo);
#pragma omp for reduction(+ : sum)
            for (int i = 0; i < 100; i++)
                sum += halo;
        }
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
