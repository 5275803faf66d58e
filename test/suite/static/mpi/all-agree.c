/* Each rank decides for itself whether to go into the second phase.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, ready, all_ready;
    double part = 1, whole;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ready = rank > 0;
    all_ready = ready;
    if (all_ready) /* HERE collective.divergence */
        MPI_Allreduce(&part, &whole, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
