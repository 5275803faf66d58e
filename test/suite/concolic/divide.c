/* A division by the difference of two numbers.
 * ranks: 2
 * expect: divide.zero
 * seed: 3 4
 * fails: 5 5
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int first = argc > 2 ? atoi(argv[1]) : 1;
    int second = argc > 2 ? atoi(argv[2]) : 2;
    printf("%d\n", 1000 / (second - first)); /* HERE divide.zero */
    MPI_Finalize();
    return 0;
}
