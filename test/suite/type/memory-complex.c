/* Complex numbers are summed up as another type than they are.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <complex.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    float complex mine[4] = {1, 2, 3, 4}; /* CREATED mismatch.datatype */
    float complex sum[4];                 /* CREATED mismatch.datatype */

    MPI_Init(NULL, NULL);
    MPI_Allreduce(mine, sum, 2, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    MPI_Bcast(sum, 8, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
