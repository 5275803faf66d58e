/* A communicator in a structure, and only the first of a row meets its barrier.
 * ranks: 4
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

struct grid {
    MPI_Comm row;
    MPI_Comm column;
    int row_rank;
};

static void make(struct grid *grid, int rank)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &grid->row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &grid->column);
    MPI_Comm_rank(grid->row, &grid->row_rank);
}

int main(void)
{
    int rank;
    struct grid grid;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make(&grid, rank);
    if (grid.row_rank == 0) /* HERE collective.divergence */
        MPI_Barrier(grid.row);
    MPI_Comm_free(&grid.row);
    MPI_Comm_free(&grid.column);
    MPI_Finalize();
    return 0;
}
