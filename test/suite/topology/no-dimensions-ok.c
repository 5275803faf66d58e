/* A grid without dimensions holds one rank; a grid smaller than the world leaves ranks out.
 * ranks: 1 3
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
    int dims[1] = {1}, periods[1] = {0}, count, r, nothing = 0;
    MPI_Comm point, one;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 0, &nothing, &nothing, 0, &point);
    check((point == MPI_COMM_NULL) == (rank > 0), "one rank");
    if (point != MPI_COMM_NULL) {
        MPI_Cartdim_get(point, &count);
        MPI_Comm_size(point, &r);
        check(count == 0 && r == 1, "no dimensions");
        MPI_Comm_free(&point);
    }
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &one);
    if (one != MPI_COMM_NULL) {
        MPI_Comm_size(one, &r);
        check(r == 1, "size");
        MPI_Comm_free(&one);
    }
    dims[0] = size;
    MPI_Cart_map(MPI_COMM_WORLD, 1, dims, periods, &r);
    check(r >= 0 && r < size, "a place for each rank");
    MPI_Finalize();
    return 0;
}
