/* A place in a grid of processes, whose width the input gives.
 * ranks: 2 6
 * expect: assert
 * seed: 1
 * fails: 3
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int width = argc > 1 ? atoi(argv[1]) : 1;
    if (width > 0 && size % width == 0) {
        int row = rank / width, column = rank % width;
        if (width == 3)
            assert(row != 1 || column != 2); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
