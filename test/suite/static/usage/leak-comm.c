/* A duplicate of the communicator is never freed.
 * ranks: 1
 * expect: leak.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm own;

    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &own); /* HERE leak.comm */
    MPI_Barrier(own);
    MPI_Finalize();
    return 0;
}
