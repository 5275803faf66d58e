/* A goto of all ranks but one leads around the barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) /* HERE collective.divergence */
        goto out;
    puts("first");
    MPI_Barrier(MPI_COMM_WORLD);
out:
    MPI_Finalize();
    return 0;
}
