/* With MPI_ERRORS_RETURN the program looks at the error codes and goes on.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static int class_of(int code)
{
    int class;

    MPI_Error_class(code, &class);
    return class;
}

int main(void)
{
    int value = 4, length, sum = 0;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    check(class_of(MPI_Send(&value, 1, MPI_INT, size, 0, comm)) == MPI_ERR_RANK, "rank");
    check(class_of(MPI_Send(&value, 1, MPI_INT, 0, -5, comm)) == MPI_ERR_TAG, "tag");
    check(class_of(MPI_Send(&value, -1, MPI_INT, 0, 0, comm)) == MPI_ERR_COUNT, "count");
    check(class_of(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, comm)) == MPI_ERR_TYPE, "type");
    check(class_of(MPI_Bcast(&value, 1, MPI_INT, -3, comm)) == MPI_ERR_ROOT, "root");
    check(class_of(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_OP_NULL, comm)) == MPI_ERR_OP, "op");
    MPI_Error_string(MPI_ERR_ROOT, text, &length);
    check(length > 0 && length == (int)strlen(text), "text of the error");
    check(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS, "no error");
    check(sum == 4 * size, "the communicator still works");
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
