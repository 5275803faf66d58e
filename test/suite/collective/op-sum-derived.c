/* A predefined operation on a derived type.
 * ranks: 2
 * expect: arg.op
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

struct pair {
    int first, second;
};

int main(void)
{
    struct pair mine = {1, 2}, sum = {0, 0};
    MPI_Datatype type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Reduce(&mine, &sum, 1, type, MPI_SUM, 0, MPI_COMM_WORLD); /* HERE arg.op */
    check(rank == 1 || (sum.first == 2 && sum.second == 4), "sum");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
