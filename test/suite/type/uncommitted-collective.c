/* A derived type is broadcast without having been committed.
 * ranks: 3
 * expect: arg.datatype
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
    int data[6] = {0};
    MPI_Datatype pair, type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_contiguous(3, pair, &type);
    MPI_Type_commit(&pair);
    data[5] = rank == 0 ? 8 : 0;
    MPI_Bcast(data, 1, type, 0, MPI_COMM_WORLD); /* HERE arg.datatype */
    check(data[5] == 8, "data");
    MPI_Type_free(&pair);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
