/* A switch on the rank gives each case another collective.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, n = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    switch (rank) { /* HERE collective.divergence */
    case 0:
        n = 7;
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
        break;
    case 1:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    default:
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
