/* A wrapper with the communicator as its parameter is called by one rank.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static int total(MPI_Comm comm, int value)
{
    int sum;

    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum;
}

int main(void)
{
    int rank, sum = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) /* HERE collective.divergence */
        sum = total(MPI_COMM_WORLD, 1);
    sum += total(MPI_COMM_WORLD, 2);
    if (sum < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
