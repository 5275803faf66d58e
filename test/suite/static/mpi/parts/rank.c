/* Who this process is. */
#include <mpi.h>

static int mine = -1;

int my_rank(void)
{
    if (mine < 0)
        MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    return mine;
}

int rank_count(void)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}
