/* A barrier on the right of && is left out where the left is false.
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
    if (rank > 0 && MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS) /* HERE collective.divergence */
        puts("behind the barrier");
    MPI_Finalize();
    return 0;
}
