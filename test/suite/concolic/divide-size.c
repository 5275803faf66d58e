/* The work for each rank is divided by what is left of it: the error of SUSY, in small.
 * ranks: 2 4
 * expect: divide.zero
 * seed: 8
 * fails: 3
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int sites = argc > 1 ? atoi(argv[1]) : 1;
    if (sites < 1)
        sites = 1;
    int each = sites / size;
    printf("%d\n", sites % each); /* HERE divide.zero */
    MPI_Finalize();
    return 0;
}
