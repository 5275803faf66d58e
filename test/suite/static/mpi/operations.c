/* The arms reduce with different operations.
 * ranks: 2 3
 * expect: mismatch.op
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, n = 1, all = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 2) /* HERE mismatch.op */
        MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else
        MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
