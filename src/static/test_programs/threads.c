#include "static/test_programs/probe.h"
#include <omp.h>

int main(int argc, char **argv)
{
    int rank, size, n = 4;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel
    {
        differs(rank);
        same(size);
        same(n);
        same(rank < size);
        same(omp_get_thread_num());
    }
    MPI_Finalize();
    return 0;
}
