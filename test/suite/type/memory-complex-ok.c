/* Complex numbers are summed up as what they are, and sent as pairs of numbers.
 * ranks: 2
 * expect: clean
 */
#include <complex.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    float complex mine[4] = {1, 2, 3, 4};
    float complex sum[4];

    MPI_Init(NULL, NULL);
    MPI_Allreduce(mine, sum, 4, MPI_C_FLOAT_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(sum, 8, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
