/* A number is looked for by bsearch().
 * ranks: 2
 * expect: assert
 * seed: 5
 * fails: 7919
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static int order(const void *one, const void *other)
{
    const int *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

int main(int argc, char **argv)
{
    static const int known[] = {2, 101, 1009, 5003, 7919, 10007, 20011};
    int n = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Init(&argc, &argv);
    const int *found = bsearch(&n, known, sizeof known / sizeof *known, sizeof *known, order);
    assert(found != &known[4]); /* HERE assert */
    MPI_Finalize();
    return 0;
}
