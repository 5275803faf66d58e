/* A number that needs 64 bits.
 * ranks: 2
 * expect: assert
 * seed: 10
 * fails: 1234567890123
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    long long n = argc > 1 ? strtoll(argv[1], NULL, 10) : 0;
    if (n > 4294967296LL)
        assert(n - 1234567890000LL != 123); /* HERE assert */
    MPI_Finalize();
    return 0;
}
