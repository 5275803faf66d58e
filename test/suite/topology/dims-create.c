/* Six ranks cannot be divided into rows of four.
 * ranks: 1
 * expect: arg.other
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
    int dims[2] = {0, 4};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int ranks = 6;
    MPI_Dims_create(ranks, 2, dims); /* HERE arg.other */
    check(dims[0] == 2 && dims[1] == 4, "dimensions");
    MPI_Finalize();
    return 0;
}
