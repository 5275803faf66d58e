/* The square of a number.
 * ranks: 2
 * expect: crash.abort
 * seed: 2
 * fails: 101
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    long n = argc > 1 ? atol(argv[1]) : 0;
    if (n > 0 && n < 1000 && n * n == 10201)
        MPI_Abort(MPI_COMM_WORLD, 1); /* HERE crash.abort */
    MPI_Finalize();
    return 0;
}
