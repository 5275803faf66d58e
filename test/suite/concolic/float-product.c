/* A number with a point, after arithmetic with an integer.
 * ranks: 2
 * expect: assert
 * seed: 0.1 3
 * fails: 0.5 40
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double step = argc > 2 ? strtod(argv[1], NULL) : 1;
    int steps = argc > 2 ? atoi(argv[2]) : 1;
    double time = 2.5 * steps + step;
    if (steps == 40 && time > 100.25)
        assert(time < 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
