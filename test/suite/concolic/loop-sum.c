/* A sum in a loop, and what it gives.
 * ranks: 2
 * expect: assert
 * seed: 2
 * fails: 30
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long sum = 0;
    MPI_Init(&argc, &argv);
    long n = argc > 1 ? atol(argv[1]) : 0;
    for (int i = 0; i < 10; i++)
        sum += n + i;
    assert(sum != 345); /* HERE assert */
    MPI_Finalize();
    return 0;
}
