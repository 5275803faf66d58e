/* A block of an indexed type is empty.
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
    int bytes, lengths[2] = {2, 0}, places[2] = {0, 4};
    MPI_Datatype type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_size(type, &bytes);
    check(bytes == 2 * sizeof(int), "size");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
