/* A barrier for ranks above 1 only.
 * ranks: 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 1) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    if (size > 8 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
