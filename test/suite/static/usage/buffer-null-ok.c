/* No element in a buffer at NULL.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
