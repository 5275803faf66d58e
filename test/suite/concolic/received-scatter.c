/* The root deals numbers out in parts of different length; the last rank fails.
 * ranks: 3
 * expect: assert
 * seed: 5 6
 * fails: 5 414
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const int counts[] = {1, 0, 2}, places[] = {0, 2, 2};
    int rank, all[4] = {0, 0, 0, 0}, mine[2] = {0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && argc > 2) {
        all[2] = atoi(argv[1]);
        all[3] = 2 * atoi(argv[2]);
    }
    MPI_Scatterv(all, counts, places, MPI_INT, mine, counts[rank], MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 2)
        assert(mine[1] != 828); /* HERE assert */
    MPI_Finalize();
    return 0;
}
