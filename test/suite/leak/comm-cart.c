/* A part of a grid is never freed, though the grid is.
 * ranks: 2
 * expect: leak.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int dims[2] = {2, 1}, periods[2] = {0, 0}, keep[2] = {1, 0};
    MPI_Comm grid, line;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_sub(grid, keep, &line); /* HERE leak.comm */ /* CREATED leak.comm */
    MPI_Barrier(line);
    MPI_Comm_free(&grid);
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}
