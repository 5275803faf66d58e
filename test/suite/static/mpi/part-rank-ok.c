/* The size of a row decides about a barrier of the row.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, row_rank, row_size;
    MPI_Comm row;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
    MPI_Comm_rank(row, &row_rank);
    MPI_Comm_size(row, &row_size);
    if (row_rank < row_size && row_size > 1)
        MPI_Barrier(row);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return 0;
}
