/* A reduction with MPI_OP_NULL.
 * ranks: 2
 * expect: arg.op
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, sum = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD); /* HERE arg.op */
    MPI_Finalize();
    return 0;
}
