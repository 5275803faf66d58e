/* Each half of the ranks has collectives of its own, one of them on all ranks.
 * ranks: 4
 * expect: collective.divergence
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
    if (low) { /* HERE collective.divergence */
        MPI_Barrier(half);
        MPI_Bcast(&n, 1, MPI_INT, 0, half);
    } else {
        MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
