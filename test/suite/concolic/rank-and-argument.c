/* Rank 3 fails for one number only.
 * ranks: 2 4
 * expect: assert
 * seed: 10
 * fails: 300
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (rank == 3 && n == 100 * rank)
        assert(n == 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
