/* Each half of the ranks has collectives of its own, on its own communicator.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, low, n = 0;
    MPI_Comm half;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    low = rank < size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
    if (low) {
        MPI_Barrier(half);
        MPI_Bcast(&n, 1, MPI_INT, 0, half);
    } else {
        MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, half);
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
