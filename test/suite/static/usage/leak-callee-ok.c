/* A function splits a communicator and frees it.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int row_sum(int rank)
{
    int sum = 0;
    MPI_Comm row;

    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    MPI_Comm_free(&row);
    return sum;
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    row_sum(rank);
    MPI_Finalize();
    return 0;
}
