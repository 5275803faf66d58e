/* Only rank 0 allocates the table that all ranks write to.
 * ranks: 2
 * expect: crash.signal
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    volatile int *table = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        table = calloc(4, sizeof *table);
    MPI_Barrier(MPI_COMM_WORLD);
    table[1] = rank + 1; /* HERE crash.signal */
    MPI_Barrier(MPI_COMM_WORLD);
    free((void *)table);
    MPI_Finalize();
    return 0;
}
