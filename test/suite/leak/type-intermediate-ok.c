/* The type that only served to build another one is freed at once.
 * ranks: 1
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
    int bytes;
    MPI_Datatype raw, type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(3, MPI_CHAR, &raw);
    MPI_Type_create_resized(raw, 0, 4, &type);
    MPI_Type_free(&raw);
    MPI_Type_size(type, &bytes);
    check(bytes == 3, "size");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
