/* A function decides by its parameter, and one of its calls gives it the rank.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static int meet_if(int condition)
{
    if (condition) /* HERE collective.divergence */
        return MPI_Barrier(MPI_COMM_WORLD);
    return MPI_SUCCESS;
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    meet_if(size > 1);
    meet_if(rank == 0); /* HERE collective.divergence */
    if (rank > 1000)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
