/* The rank goes down two calls before it decides about a collective.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void leaf(int which)
{
    if (which == 1) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
}

static void middle(int which, int times)
{
    for (int i = 0; i < times; i++)
        leaf(which);
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    middle(rank, 3);
    if (size > 1000 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
