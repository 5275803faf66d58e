/* The branch is three calls above the collective.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static int sum_up(int value)
{
    int sum = 0;

    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

static int norm(int value)
{
    return sum_up(value * value);
}

static int step(int value)
{
    return norm(value + 1);
}

int main(void)
{
    int rank, result = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) /* HERE collective.divergence */
        result = step(rank);
    if (result < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
