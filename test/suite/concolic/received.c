/* A number goes from rank 0 to rank 1 in a message, and fails there.
 * ranks: 2
 * expect: assert
 * seed: 5
 * fails: 2021
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, n = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        n = argc > 1 ? atoi(argv[1]) : 0;
        MPI_Send(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(n + 3 != 2024); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
