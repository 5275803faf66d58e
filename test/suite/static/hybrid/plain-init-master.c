/* MPI_Init says that there are no threads, and the master calls MPI while they run.
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, n = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    {
#pragma omp master
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD); /* HERE thread.level */
    }
    MPI_Finalize();
    return 0;
}
