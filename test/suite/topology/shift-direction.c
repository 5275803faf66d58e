/* The directions of a grid count from 0: there is no direction 1 here.
 * ranks: 2
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
    int dims[1] = {2}, periods[1] = {0}, from, to;
    MPI_Comm line;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int direction = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Cart_shift(line, direction, 1, &from, &to); /* HERE arg.other */
    check(from == (rank ? 0 : MPI_PROC_NULL) && to == (rank ? MPI_PROC_NULL : 1), "neighbours");
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
