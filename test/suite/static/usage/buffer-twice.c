/* A reduction from a variable into itself.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &rank, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE arg.buffer */
    MPI_Finalize();
    return 0;
}
