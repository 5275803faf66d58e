/* A function is called by a pointer of a table.
 * ranks: 2
 * expect: assert
 * seed: 0 5
 * fails: 2 81
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static int same(int n)
{
    return n;
}
static int twice(int n)
{
    return n < 10000 ? 2 * n : n;
}
static int odd(int n)
{
    assert(n != 81); /* HERE assert */
    return 2 * (n / 2) + 1;
}

int main(int argc, char **argv)
{
    static int (*const functions[])(int) = {same, twice, odd};
    MPI_Init(&argc, &argv);
    int which = argc > 2 ? atoi(argv[1]) : 0;
    int n = argc > 2 ? atoi(argv[2]) : 0, sum = 0;
    if (which >= 0 && which < 3)
        sum += functions[which](n);
    MPI_Reduce(&sum, &n, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
