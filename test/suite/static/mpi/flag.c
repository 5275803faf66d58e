/* A flag that is set under a branch on the rank decides later.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, flag = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == size - 1)
        flag = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    if (flag) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
