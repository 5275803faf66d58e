/* A number of the command line, and a check that holds for all.
 * ranks: 2
 * expect: clean
 * seed: 3
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n * 7 + 3 == 1060 && n > 0)
        assert(n == 151);
    MPI_Finalize();
    return 0;
}
