/* Ranks are counted from 1: the root is the size of the communicator.
 * ranks: 4
 * expect: arg.root
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
    int value;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = rank;
    int root = size;
    MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD); /* HERE arg.root */
    check(value == size - 1, "value");
    MPI_Finalize();
    return 0;
}
