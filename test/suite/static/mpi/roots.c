/* The arms broadcast from different roots.
 * ranks: 2 3
 * expect: mismatch.root
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, n = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) /* HERE mismatch.root */
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(&n, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
