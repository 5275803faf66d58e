/* A number is used as an index within its bounds.
 * ranks: 2
 * expect: clean
 * seed: 3
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int table[16];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int at = argc > 1 ? atoi(argv[1]) : 0;
    if (at >= 0 && at < 16)
        printf("%d\n", table[at]);
    MPI_Finalize();
    return 0;
}
