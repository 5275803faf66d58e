/* The branch on the rank and the barrier are in another file.
 * ranks: 2 3
 * expect: collective.divergence
 * files: parts/meet-first.c
 */
#include <mpi.h>
#include <stddef.h>

void meet(int who);

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    meet(rank);
    MPI_Finalize();
    return 0;
}
