/* An int is reduced as MPI_DOUBLE.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, sum = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    if (sum < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
