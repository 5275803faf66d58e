/* Rank 0 stops at the end of its input before it has told the others.
 * ranks: 2
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, value = 0, more = 1;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (;;) {
        if (rank == 0) /* HERE collective.divergence */
            more = scanf("%d", &value) == 1;
        if (!more) /* HERE collective.divergence */
            break;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
