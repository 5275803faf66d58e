/* All ranks meet the barrier, only rank 0 prints.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        puts("together");
    MPI_Finalize();
    return 0;
}
