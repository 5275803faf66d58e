/* The roots of a quadratic equation.
 * ranks: 2
 * expect: assert
 * seed: 1 5 3
 * fails: 2 4 5
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double a = argc > 3 ? atof(argv[1]) : 1;
    double b = argc > 3 ? atof(argv[2]) : 1;
    double c = argc > 3 ? atof(argv[3]) : 0;
    double discriminant = b * b - 4 * a * c;
    if (a > 1)
        assert(discriminant > -24); /* HERE assert */
    MPI_Finalize();
    return 0;
}
