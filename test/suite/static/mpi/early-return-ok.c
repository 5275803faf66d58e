/* Only a size that does not fit makes the ranks return early.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int total(int rank, int size)
{
    int sum = 0;

    if (size > 1000)
        return rank;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    total(rank, size);
    MPI_Finalize();
    return 0;
}
