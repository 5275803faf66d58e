/* Rank 0 gathers blocks of all ranks. Where each begins is counted in an int, which is too small
 * from 2,049 ranks with 2^20 cells on. displacements-fixed.c uses MPI_Gather, which needs
 * none. */
#include <mpi.h>
#include <stdlib.h>

static void gather(const float *block, int cells, float *all, MPI_Comm comm)
{
    int size;

    MPI_Comm_size(comm, &size);
    int *counts = malloc(sizeof *counts * (size_t)size);
    int *begins = malloc(sizeof *begins * (size_t)size);
    for (int i = 0; i < size; i++) {
        counts[i] = cells;
        begins[i] = i * cells;
    }
    MPI_Gatherv(block, cells, MPI_FLOAT, all, counts, begins, MPI_FLOAT, 0, comm);
    free(counts);
    free(begins);
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
