/* Numbers are sorted by qsort().
 * ranks: 2
 * expect: assert
 * seed: 5 1 3
 * fails: 5 1000 999999
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static int order(const void *one, const void *other)
{
    int a = *(const int *)one, b = *(const int *)other;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    int values[3] = {0, 0, 0};
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3 && i + 1 < argc; i++)
        values[i] = atoi(argv[i + 1]);
    qsort(values, 3, sizeof *values, order);
    assert(values[1] != 1000); /* HERE assert */
    MPI_Finalize();
    return 0;
}
