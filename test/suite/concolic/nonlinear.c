/* The product of two numbers.
 * ranks: 2
 * expect: assert
 * seed: 2 3
 * fails: 17 19
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int p = argc > 2 ? atoi(argv[1]) : 1;
    int q = argc > 2 ? atoi(argv[2]) : 1;
    if (p > 1 && q > p && p * q == 323)
        assert(p + q != 36); /* HERE assert */
    MPI_Finalize();
    return 0;
}
