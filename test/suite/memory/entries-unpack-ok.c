/* Columns of a matrix lie between each other, and do not overlap.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    enum { ROWS = 3, COLUMNS = 4 };
    int matrix[ROWS][COLUMNS], packed[ROWS * COLUMNS], position = 0;
    MPI_Datatype column, columns;

    MPI_Init(NULL, NULL);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        packed[i] = i;
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &columns);
    MPI_Type_commit(&columns);
    MPI_Unpack(packed, sizeof packed, &position, matrix, COLUMNS, columns, MPI_COMM_WORLD);
    assert(matrix[0][1] == ROWS);
    MPI_Type_free(&column);
    MPI_Type_free(&columns);
    MPI_Finalize();
    return 0;
}
