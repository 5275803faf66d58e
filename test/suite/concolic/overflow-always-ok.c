/* The same size, in a type that has room for it.
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
    if (n >= 4711)
        printf("%ld elements\n", n * 600000L);
    MPI_Finalize();
    return 0;
}
