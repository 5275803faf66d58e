/* A value that rank 0 alone has set decides about a barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, steps = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        steps = 5;
    if (steps > 3) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
