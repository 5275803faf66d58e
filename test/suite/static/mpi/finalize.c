/* Rank 0 does not finalize.
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
    if (rank == 0) { /* HERE collective.divergence */
        puts("rank 0 is done");
    } else {
        MPI_Finalize();
    }
    return 0;
}
