/* A duplicate of a grid has its topology.
 * ranks: 2
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
    int dims[1] = {2}, periods[1] = {1}, count = 0;
    MPI_Comm line, copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Comm_dup(line, &copy);
    MPI_Cartdim_get(copy, &count);
    check(count == 1, "dimensions");
    MPI_Comm_free(&line);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
