/* The sum of a number over two ranks is even, and what the others have added is in it.
 * ranks: 2
 * expect: clean
 * seed: 5
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
    int mine = (argc > 1 ? atoi(argv[1]) % 1000 : 0) + 3 * rank;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(sum != 300); /* 2 * x + 3 */
    MPI_Finalize();
    return 0;
}
