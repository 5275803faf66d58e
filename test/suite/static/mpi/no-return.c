/* The callee of one arm ends the process as if all was well, and the others wait.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

static void give_up(void)
{
    exit(0);
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0) /* HERE collective.divergence */
        give_up();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
