/* A table of functions, and all ranks call one after the other.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int rank;

static void gather(void)
{
    int sum = 0;

    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void wait_for_all(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void (*const steps[])(void) = {gather, wait_for_all};

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++)
        steps[i]();
    MPI_Finalize();
    return 0;
}
