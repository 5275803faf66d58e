/* A function meets a barrier if its parameter is 0, and is given the rank (thesis 3.1).
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void first(int r)
{
    if (r == 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
}

static void second(int r)
{
    first(r);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    second(rank);
    MPI_Finalize();
    return 0;
}
