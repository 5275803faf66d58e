/* MPI_REPLACE belongs to one-sided accumulates alone.
 * ranks: 2
 * expect: arg.op
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
    int last = -1;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &last, 1, MPI_INT, MPI_REPLACE, MPI_COMM_WORLD); /* HERE arg.op */
    check(last == 1, "last");
    MPI_Finalize();
    return 0;
}
