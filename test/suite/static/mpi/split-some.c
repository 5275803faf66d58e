/* Only even ranks call MPI_Comm_split.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    MPI_Comm even = MPI_COMM_NULL;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 2 == 0) /* HERE collective.divergence */
        MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &even);
    if (even != MPI_COMM_NULL)
        MPI_Comm_free(&even);
    MPI_Finalize();
    return 0;
}
