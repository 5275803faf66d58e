/* An attribute is set with a key that was never made.
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
    int key = MPI_KEYVAL_INVALID, found, level = 3, *seen;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &level); /* HERE arg.other */
    MPI_Comm_get_attr(MPI_COMM_WORLD, key, &seen, &found);
    check(found && *seen == 3, "attribute");
    MPI_Finalize();
    return 0;
}
