/* A broadcast from root 0.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int n = 0;

    MPI_Init(NULL, NULL);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
