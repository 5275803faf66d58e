/* A negative number of elements.
 * ranks: 1
 * expect: arg.count
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int n = 0;

    MPI_Init(NULL, NULL);
    MPI_Bcast(&n, -1, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.count */
    MPI_Finalize();
    return 0;
}
