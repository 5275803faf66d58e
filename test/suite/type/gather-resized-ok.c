/* Columns are gathered into their places through a resized type.
 * ranks: 4
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
    int column[4], matrix[4][4];
    MPI_Datatype raw, type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 4; i++)
        column[i] = 10 * i + rank;
    MPI_Type_vector(4, 1, 4, MPI_INT, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Datatype mine = MPI_INT;
    MPI_Gather(column, 4, mine, matrix, 1, type, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < 4; i++)
        for (int j = 0; j < 4; j++)
            check(matrix[i][j] == 10 * i + j, "matrix");
    MPI_Type_free(&raw);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
