/* A barrier on MPI_COMM_NULL.
 * ranks: 1
 * expect: arg.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Barrier(MPI_COMM_NULL); /* HERE arg.comm */
    MPI_Finalize();
    return 0;
}
