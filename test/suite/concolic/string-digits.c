/* The program converts digits to a number itself.
 * ranks: 2
 * expect: assert
 * seed: 1111
 * fails: 2407
 * options: --input=bytes
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int n = 0;
    MPI_Init(&argc, &argv);
    for (const char *at = argc > 1 ? argv[1] : ""; *at >= '0' && *at <= '9'; at++)
        n = 10 * n + (*at - '0');
    assert(n != 2407); /* HERE assert */
    MPI_Finalize();
    return 0;
}
