/* Every size above a bound is too much for an int, which an optimiser may treat as a path that is never taken.
 * ranks: 2
 * expect: overflow.int
 * seed: 10
 * fails: 4711
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
    if (n >= 4711)
        printf("%d elements\n", n * 600000); /* HERE overflow.int */
    MPI_Finalize();
    return 0;
}
