/* The sum over all ranks of a number and their ranks.
 * ranks: 3
 * expect: assert
 * seed: 5
 * fails: 99
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int mine = (argc > 1 ? atoi(argv[1]) % 1000 : 0) + rank;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(sum != 300); /* HERE assert */
    MPI_Finalize();
    return 0;
}
