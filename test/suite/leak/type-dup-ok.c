/* A duplicate of a predefined type is freed.
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
    int value;
    MPI_Datatype type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = rank;
    MPI_Type_dup(MPI_INT, &type);
    MPI_Bcast(&value, 1, type, 1, MPI_COMM_WORLD);
    check(value == 1, "value");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
