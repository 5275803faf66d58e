/* The number of elements of a square does not fit into an int.
 * ranks: 2
 * expect: overflow.int
 * seed: 10
 * fails: 46341
 * shows: clean
 * options: --find=overflow
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 1;
    if (n > 0 && n < 100000)
        printf("%d elements\n", n * n); /* HERE overflow.int */
    MPI_Finalize();
    return 0;
}
