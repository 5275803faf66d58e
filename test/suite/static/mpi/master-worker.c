/* Master and workers have functions of their own, and the workers forget the last barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void master(int size)
{
    int n = 10, part;

    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 1; i < size; i++)
        MPI_Recv(&part, 1, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void worker(int rank)
{
    int n;

    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    n *= rank;
    MPI_Send(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) /* HERE collective.divergence */
        master(size);
    else
        worker(rank);
    MPI_Finalize();
    return 0;
}
