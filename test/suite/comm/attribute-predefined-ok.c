/* The predefined attributes of MPI_COMM_WORLD.
 * ranks: 1 2
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
    int found, *value;
    MPI_Comm copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &found);
    check(found && *value >= 32767, "MPI_TAG_UB");
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &found);
    check(found && (*value == 0 || *value == 1), "MPI_WTIME_IS_GLOBAL");
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &value, &found);
    check(found && (*value == MPI_PROC_NULL || (*value >= 0 && *value < size)), "MPI_HOST");
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &found);
    check(!found || *value >= 1, "MPI_UNIVERSE_SIZE");
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_get_attr(copy, MPI_TAG_UB, &value, &found);
    check(!found || *value >= 32767, "MPI_TAG_UB of a duplicate");
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
