/* Overlapping communicators, one order.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm low, high; /* ranks 0 1 2, and ranks 1 2 3 */
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank <= 2 ? 0 : MPI_UNDEFINED, rank, &low);
    MPI_Comm_split(MPI_COMM_WORLD, rank >= 1 ? 0 : MPI_UNDEFINED, rank, &high);
    if (low != MPI_COMM_NULL)
        MPI_Barrier(low);
    if (high != MPI_COMM_NULL)
        MPI_Barrier(high);
    if (low != MPI_COMM_NULL)
        MPI_Comm_free(&low);
    if (high != MPI_COMM_NULL)
        MPI_Comm_free(&high);
    MPI_Finalize();
    return 0;
}
