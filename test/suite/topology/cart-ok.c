/* Ranks, coordinates and dimensions of a grid agree, row by row.
 * ranks: 1 2 4
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, place[2], r, kind, count, seen[2], wraps[2], mine[2];
    MPI_Comm grid;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    check(dims[0] * dims[1] == size && dims[0] >= dims[1], "dimensions");
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Topo_test(grid, &kind);
    MPI_Cartdim_get(grid, &count);
    check(kind == MPI_CART && count == 2, "kind");
    MPI_Cart_get(grid, 2, seen, wraps, mine);
    check(seen[0] == dims[0] && seen[1] == dims[1] && wraps[0] && !wraps[1], "as it was made");
    check(mine[0] == rank / dims[1] && mine[1] == rank % dims[1], "own place");
    for (int i = 0; i < size; i++) {
        MPI_Cart_coords(grid, i, 2, place);
        check(place[0] == i / dims[1] && place[1] == i % dims[1], "coordinates");
        place[0] -= 3 * dims[0]; /* periodic */
        MPI_Cart_rank(grid, place, &r);
        check(r == i, "rank of the coordinates");
    }
    MPI_Topo_test(MPI_COMM_WORLD, &kind);
    check(kind == MPI_UNDEFINED, "the world has no topology");
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
