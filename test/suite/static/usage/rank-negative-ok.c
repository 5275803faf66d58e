/* A send to nobody, by MPI_PROC_NULL.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int value = 0;

    MPI_Init(NULL, NULL);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
