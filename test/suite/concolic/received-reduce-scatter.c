/* Each rank gets its part of the sums.
 * ranks: 2
 * expect: assert
 * seed: 3 4
 * fails: 3 450
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const int counts[] = {1, 2};
    int rank, parts[3] = {0, 0, 0}, sums[2] = {0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2 && i + 1 < argc; i++)
        parts[i + 1] = atoi(argv[i + 1]) % 1000;
    MPI_Reduce_scatter(parts, sums, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 1)
        assert(sums[1] != 900); /* HERE assert */
    MPI_Finalize();
    return 0;
}
