/* Error classes, codes and texts of the program's own.
 * ranks: 1
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

int main(void)
{
    int class, code, seen, length;
    char text[MPI_MAX_ERROR_STRING];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "the moon is full");
    MPI_Error_class(code, &seen);
    check(seen == class && class > MPI_ERR_LASTCODE, "class");
    MPI_Error_string(code, text, &length);
    check(strcmp(text, "the moon is full") == 0 && length == 16, "text");
    MPI_Error_class(MPI_ERR_TAG, &seen);
    check(seen == MPI_ERR_TAG, "a class is its own class");
    MPI_Finalize();
    return 0;
}
