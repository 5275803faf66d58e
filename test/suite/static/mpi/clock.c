/* Each rank looks at its own clock to decide whether to go on.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    double start, sum = 1;

    MPI_Init(NULL, NULL);
    start = MPI_Wtime();
    while (MPI_Wtime() - start < 0.1) /* HERE collective.divergence */
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
