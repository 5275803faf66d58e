/* A number with a point becomes an integer.
 * ranks: 2
 * expect: assert
 * seed: 1.5
 * fails: 12.25
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double x = argc > 1 ? atof(argv[1]) : 0;
    if (x > 0 && x < 100) {
        int whole = (int)(x * 4);
        assert(whole != 49); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
