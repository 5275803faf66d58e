/* A heat equation on a grid: rank 0 reads the grid's size from grid.in, the ranks divide its
 * columns among themselves, and each finds the rank to the right of its last column.
 *
 * The bug: with more ranks than columns a rank gets none, and divides by how many it has. That
 * takes an input and a number of ranks that do not fit together: with the file that comes with it,
 * all is well on 1, 2 and 4 ranks. grid-fixed.c is the same program, corrected.
 */
#include <mpi.h>
#include <stdio.h>

/* The rank that has the column. */
static int owner(int column, int columns, int size)
{
    int each = columns / size;
    return column / each < size ? column / each : size - 1;
}

int main(int argc, char **argv)
{
    int rank, size, shape[2] = {0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        FILE *file = fopen("grid.in", "r");
        if (!file || fscanf(file, "columns %d rows %d", &shape[0], &shape[1]) != 2)
            shape[0] = 0;
        if (file)
            fclose(file);
    }
    MPI_Bcast(shape, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (shape[0] < 1 || shape[1] < 1 || shape[1] > 1000) {
        if (rank == 0)
            printf("grid.in must say how many columns and rows there are\n");
        MPI_Finalize();
        return 0;
    }
    printf("rank %d: column %d is with rank %d\n", rank, shape[0] - 1,
           owner(shape[0] - 1, shape[0], size));
    MPI_Finalize();
    return 0;
}
