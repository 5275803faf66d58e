/* One element in a buffer at NULL.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.buffer */
    MPI_Finalize();
    return 0;
}
