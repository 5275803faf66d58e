/* A duplicate of the communicator is freed.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm own;

    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Barrier(own);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
