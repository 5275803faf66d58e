/* A function that tells the master from the others decides about a collective.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static int is_master(MPI_Comm comm)
{
    int rank;

    MPI_Comm_rank(comm, &rank);
    return rank == 0;
}

int main(void)
{
    MPI_Init(NULL, NULL);
    if (is_master(MPI_COMM_WORLD)) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
