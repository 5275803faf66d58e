/* A number of the command line, behind an equation.
 * ranks: 2
 * expect: assert
 * seed: 3
 * fails: 151
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n * 7 + 3 == 1060)
        assert(n < 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
