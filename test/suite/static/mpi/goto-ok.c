/* A goto leads around the printing, and all ranks meet the barrier.
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
    if (rank != 0)
        goto meet;
    puts("first");
meet:
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
