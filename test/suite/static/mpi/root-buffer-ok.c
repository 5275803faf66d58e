/* Only the root has a buffer to gather into, and prints and frees it.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int rank, size, *all = NULL;
    double start = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        start = MPI_Wtime();
        all = malloc((size_t)size * sizeof *all);
        if (all == NULL)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < size; i++)
            printf("%d\n", all[i]);
        printf("%g s\n", MPI_Wtime() - start);
        free(all);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
