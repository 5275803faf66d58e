/* The coordinate in a grid decides about a barrier of the grid.
 * ranks: 4
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int size, rank, dims[2] = {0, 0}, periods[2] = {0, 0}, coords[2];
    MPI_Comm grid;

    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coords);
    if (coords[0] == 0) /* HERE collective.divergence */
        MPI_Barrier(grid);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
