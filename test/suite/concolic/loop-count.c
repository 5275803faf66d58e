/* The number of turns of a loop.
 * ranks: 2
 * expect: assert
 * seed: 2
 * fails: 9
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int turns = 0;
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < n && i < 50; i++)
        turns += 3;
    assert(turns != 27); /* HERE assert */
    MPI_Finalize();
    return 0;
}
