/* Both arms return, and both have met the barrier.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int work(int rank)
{
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 2;
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work(rank);
    MPI_Finalize();
    return 0;
}
