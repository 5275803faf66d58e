/* A pointer is null for one number.
 * ranks: 2
 * expect: crash.signal
 * seed: 1
 * fails: 512
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int value = 1;
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    volatile int *at = n / 8 == 64 ? NULL : &value;
    printf("%d\n", *at); /* HERE crash.signal */
    MPI_Finalize();
    return 0;
}
