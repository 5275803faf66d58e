/* The number of elements of a square, as a long.
 * ranks: 2
 * expect: clean
 * seed: 10
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
        printf("%ld elements\n", (long)n * n);
    MPI_Finalize();
    return 0;
}
