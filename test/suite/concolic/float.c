/* A number with a point, between two bounds.
 * ranks: 2
 * expect: assert
 * seed: 1.0
 * fails: 2.71829
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double x = argc > 1 ? atof(argv[1]) : 0;
    if (x > 2.7182 && x < 2.7183)
        assert(x < 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
