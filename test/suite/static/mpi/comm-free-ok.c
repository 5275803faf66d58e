/* All ranks free the communicator, at different places.
 * ranks: 2 3
 * expect: clean
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
    if (rank % 2 == 0)
        MPI_Comm_free(&own);
    else
        MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
