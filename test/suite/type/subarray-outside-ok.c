/* A subarray that ends with the array.
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
    int sizes[2] = {4, 4}, part[2] = {2, 2}, start[2] = {2, 2}, bytes;
    MPI_Datatype type;
    MPI_Datatype t = MPI_INT;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, t, &type);
    MPI_Type_size(type, &bytes);
    check(bytes == 4 * sizeof(int), "size");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
