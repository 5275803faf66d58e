/* The greatest common divisor of two numbers.
 * ranks: 2
 * expect: assert
 * seed: 8 12
 * fails: 21 84
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static int divisor(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int a = argc > 2 ? atoi(argv[1]) : 1;
    int b = argc > 2 ? atoi(argv[2]) : 1;
    if (a > 0 && b > 0 && a < 1000 && b < 1000)
        assert(divisor(a, b) != 21); /* HERE assert */
    MPI_Finalize();
    return 0;
}
