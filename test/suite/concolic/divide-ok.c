/* A division by the difference of two numbers, which is looked at before.
 * ranks: 2
 * expect: clean
 * seed: 3 4
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int first = argc > 2 ? atoi(argv[1]) : 1;
    int second = argc > 2 ? atoi(argv[2]) : 2;
    if (first != second)
        printf("%d\n", 1000 / (int)((unsigned)second - (unsigned)first));
    MPI_Finalize();
    return 0;
}
