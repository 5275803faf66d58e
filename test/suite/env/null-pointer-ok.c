/* Every rank allocates the table that it writes to.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    volatile int *table = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    table = calloc(4, sizeof *table);
    MPI_Barrier(MPI_COMM_WORLD);
    table[1] = rank + 1;
    MPI_Barrier(MPI_COMM_WORLD);
    free((void *)table);
    MPI_Finalize();
    return 0;
}
