/* A number and its hash.
 * ranks: 2
 * expect: assert
 * seed: 1
 * fails: 305419896
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    n ^= n >> 16;
    n *= 0x45d9f3bU;
    n ^= n >> 16;
    assert(n != 2819774870U); /* HERE assert */
    MPI_Finalize();
    return 0;
}
