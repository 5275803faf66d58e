/* Recursion to a depth that the input gives, but not deep.
 * ranks: 2
 * expect: clean
 * seed: 3
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
        assert(depth(n) < 20);
    MPI_Finalize();
    return 0;
}
