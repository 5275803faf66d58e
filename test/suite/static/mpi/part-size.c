/* The size of a part, which differs between the parts, decides about all ranks.
 * ranks: 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size;
    MPI_Comm part;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &part);
    MPI_Comm_size(part, &size);
    if (size > 1) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
