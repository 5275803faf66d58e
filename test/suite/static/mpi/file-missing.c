/* Rank 0 returns if it cannot open its file, and the others wait for its data.
 * ranks: 2
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, n = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) { /* HERE collective.divergence */
        FILE *file = fopen("input.txt", "r");
        if (file == NULL) /* HERE collective.divergence */
            return 1;
        if (fscanf(file, "%d", &n) != 1)
            n = 0;
        fclose(file);
    }
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
