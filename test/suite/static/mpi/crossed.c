/* The arms meet barriers on two communicators in opposite orders.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    MPI_Comm own;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    if (rank == 0) { /* HERE collective.divergence */
        MPI_Barrier(own);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(own);
    }
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
