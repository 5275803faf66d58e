/* One rank makes a grid of other dimensions.
 * ranks: 4
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm grid;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int dims[2] = {rank == 3 ? 4 : 2, rank == 3 ? 1 : 2}, periods[2] = {0, 1};

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid); /* HERE mismatch.collective */
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
