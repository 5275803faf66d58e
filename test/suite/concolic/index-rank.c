/* A table for eight ranks, of which each looks at its neighbour's place.
 * ranks: 2 8
 * expect: overflow.index
 * shows: clean
 */
#include <mpi.h>
#include <stdio.h>

static int owner[8];

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%d\n", owner[rank + 1]); /* HERE overflow.index */
    MPI_Finalize();
    return 0;
}
