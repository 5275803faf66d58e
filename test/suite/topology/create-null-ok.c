/* Where a topology cannot be made, and errors are returned, there is no communicator.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int size, dims[2], periods[2] = {0, 0}, index[3] = {0};
    MPI_Comm grid, graph;

    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    dims[0] = dims[1] = size;
    grid = graph = MPI_COMM_WORLD;
    assert(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid) != MPI_SUCCESS);
    assert(grid == MPI_COMM_NULL);
    assert(MPI_Graph_create(MPI_COMM_WORLD, size + 1, index, NULL, 0, &graph) != MPI_SUCCESS);
    assert(graph == MPI_COMM_NULL);
    MPI_Finalize();
    return 0;
}
