/* A vector of no blocks is a type of size 0.
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
    MPI_Datatype type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int blocks = 0;
    MPI_Type_vector(blocks, 1, 2, MPI_INT, &type);
    MPI_Type_size(type, &bytes);
    check(bytes == 0, "size");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
