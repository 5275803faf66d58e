/* A function splits a communicator and forgets it.
 * ranks: 2
 * expect: leak.comm
 */
#include <mpi.h>
#include <stddef.h>

static int row_sum(int rank)
{
    int sum = 0;
    MPI_Comm row;

    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row); /* HERE leak.comm */
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
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
