/* Several branches decide what a function returns; not all of them differ. */
#include "static/test_programs/probe.h"

#include <stdlib.h>

static int step(int rank)
{
    if (rand() > 5)
        return 1;
    if (rank == 0)
        return 2;
    return 0;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    differs(step(rank));
    MPI_Finalize();
    return 0;
}
