/* Each rank knows its own number alone; the root looks at two of them.
 * ranks: 3
 * expect: assert
 * seed: 5 6 7
 * fails: 5 60 61
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long mine = 0, all[3] = {0, 0, 0};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > rank + 1)
        mine = atol(argv[rank + 1]);
    MPI_Gather(&mine, 1, MPI_LONG, all, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (rank == 0 && all[1] > 50)
        assert(all[2] != all[1] + 1); /* HERE assert */
    MPI_Finalize();
    return 0;
}
