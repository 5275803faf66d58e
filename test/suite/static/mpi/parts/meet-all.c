/* A barrier for all. */
#include <mpi.h>
#include <stdio.h>

void meet(int who)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (who == 0)
        puts("together");
}
