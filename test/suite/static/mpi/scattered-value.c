/* A part of scattered data decides about a barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, all[64], own = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 64)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < 64; i++)
        all[i] = i;
    MPI_Scatter(all, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (own > 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
