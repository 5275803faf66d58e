/* A static table at a place that the input names holds the value that is wrong.
 * ranks: 2
 * expect: assert
 * seed: 0
 * fails: 5
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static const int cost[8] = {3, 1, 4, 1, 5, -9, 2, 6};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int at = argc > 1 ? atoi(argv[1]) : 0;
    if (at >= 0 && at < 8)
        assert(cost[at] > 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
