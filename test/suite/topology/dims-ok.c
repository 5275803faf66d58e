/* Dims_create balances, keeps what is given, and orders the rest.
 * ranks: 1
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

static void expect(int ranks, int a, int b, int c, int x, int y, int z)
{
    int dims[3] = {a, b, c};

    MPI_Dims_create(ranks, 3, dims);
    check(dims[0] == x && dims[1] == y && dims[2] == z, "dimensions");
}

int main(void)
{
    int dims[2];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect(1, 0, 0, 0, 1, 1, 1);
    expect(7, 0, 0, 0, 7, 1, 1);
    expect(8, 0, 0, 0, 2, 2, 2);
    expect(12, 0, 0, 0, 3, 2, 2);
    expect(6, 0, 3, 0, 2, 3, 1);
    expect(24, 2, 3, 4, 2, 3, 4);
    dims[0] = dims[1] = 0;
    MPI_Dims_create(6, 2, dims);
    check(dims[0] == 3 && dims[1] == 2, "example of the standard");
    MPI_Finalize();
    return 0;
}
