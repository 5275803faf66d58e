/* The greatest number, the least one, and whether all are set.
 * ranks: 3
 * expect: assert
 * seed: 3 4
 * fails: 70 -20
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, greatest = 0, least = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = argc > 2 ? atoi(argv[1 + rank % 2]) : 0;
    int even = n % 2 == 0;
    MPI_Allreduce(&n, &greatest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Reduce(&n, &least, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&even, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (rank == 0 && greatest == 70 && all)
        assert(least != -20); /* HERE assert */
    MPI_Finalize();
    return 0;
}
