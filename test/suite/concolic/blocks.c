/* A matrix is dealt out in blocks, and one rank gets none.
 * ranks: 2 4
 * expect: assert
 * seed: 64 8
 * fails: 24 8
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
    int n = argc > 2 ? atoi(argv[1]) : 1;
    int block = argc > 2 ? atoi(argv[2]) : 1;
    if (n >= 24 && n < 10000 && block > 0 && block <= 8 && n % block == 0) {
        int blocks = n / block;
        int mine = blocks / size + (rank < blocks % size);
        assert(mine > 0); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
