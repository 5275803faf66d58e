/* A number is cut to 16 bits.
 * ranks: 2
 * expect: assert
 * seed: 4
 * fails: 40000
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    short kept = (short)n;
    if (n > 0 && n < 65536)
        assert(kept >= 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
