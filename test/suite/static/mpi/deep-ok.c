/* Three calls above the collective all ranks call.
 * ranks: 2 3
 * expect: clean
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
    result = step(rank);
    if (rank != 0)
        result++;
    if (result < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
