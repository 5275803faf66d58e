/* A barrier on MPI_COMM_SELF.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Barrier(MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
}
