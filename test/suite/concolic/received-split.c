/* A number for one half of the ranks: only rank 3 gets it, as rank 1 of its half.
 * ranks: 4
 * expect: assert
 * seed: 12
 * fails: 333
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, half_rank, n = 0;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &half_rank);
    if (half_rank == 0)
        n = (argc > 1 ? atoi(argv[1]) : 0) + rank;
    MPI_Bcast(&n, 1, MPI_INT, 0, half);
    if (half_rank == 1)
        assert(n != 334); /* HERE assert */
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
