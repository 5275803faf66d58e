/* Rows as the unit: no count is more than their number.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    MPI_Datatype row;

    MPI_Init(&argc, &argv);
    double *matrix = calloc((size_t)n * (size_t)n, sizeof *matrix);
    MPI_Type_contiguous(n, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    MPI_Bcast(matrix, n, row, 0, MPI_COMM_WORLD);
    MPI_Type_free(&row);
    free(matrix);
    MPI_Finalize();
    return 0;
}
