/* A field of a structure that is copied twice.
 * ranks: 2
 * expect: assert
 * seed: 4 5 6
 * fails: 4 5 606
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct grid {
    char kind;
    short x, y;
    long z;
};

int main(int argc, char **argv)
{
    struct grid first = {0}, second, third;
    MPI_Init(&argc, &argv);
    if (argc > 3)
        first = (struct grid){'a', (short)atoi(argv[1]), (short)atoi(argv[2]), atol(argv[3])};
    second = first;
    memcpy(&third, &second, sizeof third);
    assert(third.z != 606); /* HERE assert */
    MPI_Finalize();
    return 0;
}
