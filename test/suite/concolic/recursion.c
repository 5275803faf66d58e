/* Recursion to a depth that the input gives.
 * ranks: 2
 * expect: assert
 * seed: 3
 * fails: 11
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static int depth(int n)
{
    return n <= 0 ? 0 : 1 + depth(n - 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n < 20)
        assert(depth(n) != 11); /* HERE assert */
    MPI_Finalize();
    return 0;
}
