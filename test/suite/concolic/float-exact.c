/* A float that is too big for its last digit: x + 1 is x.
 * ranks: 2
 * expect: assert
 * seed: 1.0
 * fails: 16777216
 * options: --float=exact
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    float x = argc > 1 ? strtof(argv[1], NULL) : 0;
    if (x > 1000 && x < 1e9F) {
        float next = x + 1;
        assert(next != x); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
