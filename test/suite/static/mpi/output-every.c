/* Ranks write every so many steps, each by its own interval.
 * ranks: 2
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, sum = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int every = 5 + rank;
    for (int step = 1; step <= 20; step++) {
        sum += rank * step;
        if (step % every == 0) /* HERE collective.divergence */
            MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
