/* Ranks beyond a limit finalize and leave while the others reduce (thesis 5.5).
 * ranks: 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 2

int main(void)
{
    int rank, size;
    double time, longest;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank >= MOST) { /* HERE collective.divergence */
        if (rank == 0)
            printf("%d ranks are more than %d\n", size, MOST);
        MPI_Finalize();
        exit(1);
    }
    time = MPI_Wtime();
    MPI_Reduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
