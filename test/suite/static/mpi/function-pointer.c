/* Rank 0 calls another function through a pointer than the others.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void together(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void alone(void)
{
}

int main(void)
{
    int rank, size;
    void (*step)(void);

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    step = rank == 0 ? together : alone; /* HERE collective.divergence */
    step();                              /* HERE collective.divergence */
    if (size > 1000 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
