/* No main: parameters come from outside. */
#include "static/test_programs/probe.h"

extern int outside;
static int kept;

void keep(int value)
{
    kept = value;
}

void remember_rank(MPI_Comm comm)
{
    MPI_Comm_rank(comm, &kept);
}

void work(MPI_Comm comm, int n, int *numbers)
{
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    differs_in(comm, rank);
    same_in(comm, size);
    same_in(comm, rank < size);
    depends(n);
    unsure(numbers[0]);
    unsure(outside);
    differs(kept);
}
