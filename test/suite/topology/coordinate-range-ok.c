/* A coordinate outside a periodic dimension comes in again on the other side.
 * ranks: 4
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
    int dims[2] = {2, 2}, periods[2] = {0, 1}, place[2] = {0, 3}, r;
    MPI_Comm grid;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_rank(grid, place, &r);
    check(r == 1, "rank");
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
