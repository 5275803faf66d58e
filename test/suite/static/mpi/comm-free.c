/* Only even ranks free the communicator.
 * ranks: 2 3
 * expect: collective.divergence
 * also: leak.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    MPI_Comm own;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own); /* HERE leak.comm */
    if (rank % 2 == 0)                  /* HERE collective.divergence */
        MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
