/* The map between ranks of a part and all ranks is what it must be.
 * ranks: 4
 * expect: clean
 * seed: 7
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, local;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &local);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (local == 1 && n == 70 && size == 4)
        assert(rank == 2 || rank == 3);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
