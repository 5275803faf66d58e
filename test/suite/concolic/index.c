/* A number is used as an index without a look at its upper bound.
 * ranks: 2
 * expect: overflow.index
 * seed: 3
 * fails: 4000000
 * shows: crash.signal
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int table[16];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int at = argc > 1 ? atoi(argv[1]) : 0;
    if (at >= 0)
        printf("%d\n", table[at]); /* HERE overflow.index */
    MPI_Finalize();
    return 0;
}
