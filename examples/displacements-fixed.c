/* Rank 0 gathers blocks of all ranks. They are of the same length, so that MPI
 * knows where each begins. */
#include <mpi.h>
#include <stdlib.h>

static void gather(const float *block, int cells, float *all, MPI_Comm comm)
{
    MPI_Gather(block, cells, MPI_FLOAT, all, cells, MPI_FLOAT, 0, comm);
}

int main(int argc, char **argv)
{
    int rank, size, cells = argc > 1 ? atoi(argv[1]) : 1 << 20;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    float *block = calloc((size_t)cells, sizeof *block);
    float *all = rank == 0 ? calloc((size_t)cells * (size_t)size, sizeof *all) : NULL;
    gather(block, cells, all, MPI_COMM_WORLD);
    free(block);
    free(all);
    MPI_Finalize();
    return 0;
}
