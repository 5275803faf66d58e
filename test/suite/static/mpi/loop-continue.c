/* Odd ranks skip the barrier of the rounds.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, work = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4; i++) {
        if (rank % 2 == 1) /* HERE collective.divergence */
            continue;
        work += i;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (work > 100)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
