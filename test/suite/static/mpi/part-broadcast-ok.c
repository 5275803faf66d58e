/* A value broadcast within each row decides about a barrier of the row.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, value;
    MPI_Comm row;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
    value = rank;
    MPI_Bcast(&value, 1, MPI_INT, 0, row);
    if (value == 0)
        MPI_Barrier(row);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return 0;
}
