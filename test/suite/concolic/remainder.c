/* A number with given remainders.
 * ranks: 2
 * expect: assert
 * seed: 1
 * fails: 23
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n > 0 && n % 3 == 2 && n % 5 == 3 && n % 7 == 2)
        assert(n < 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
