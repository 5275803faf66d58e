/* A marked number with a point.
 * ranks: 2
 * expect: assert
 * fails: 0.125
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <tutti.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double x = argc > 1 ? atof(argv[1]) : 1.5;
    float y = argc > 1 ? (float)x : 2.5F;
    tutti_double(&x, "x");
    tutti_float(&y, "y");
    if (x * 8 == 1)
        assert(y > 0.5F || y < 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
