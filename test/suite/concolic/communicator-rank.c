/* A rank of a part of all ranks.
 * ranks: 4
 * expect: assert
 * seed: 7
 * fails: 70
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, local;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &local);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (local == 1 && n == 70)
        assert(rank > 1); /* HERE assert */
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
