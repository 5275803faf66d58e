/* A broadcast from a negative root.
 * ranks: 1
 * expect: arg.root
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int n = 0;

    MPI_Init(NULL, NULL);
    MPI_Bcast(&n, 1, MPI_INT, -3, MPI_COMM_WORLD); /* HERE arg.root */
    MPI_Finalize();
    return 0;
}
