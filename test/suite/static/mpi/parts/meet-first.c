/* A barrier for the first alone. */
#include <mpi.h>

void meet(int who)
{
    if (who == 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
}
