/* Handles in globals, structures and results that another function frees.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct grid {
    MPI_Comm row;
    MPI_Datatype edge;
};

static MPI_Comm private_world;

static void setup(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &private_world);
}

static void teardown(void)
{
    MPI_Comm_free(&private_world);
}

static struct grid *grid_new(int rank)
{
    struct grid *grid = malloc(sizeof *grid);

    if (grid == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &grid->row);
    MPI_Type_contiguous(4, MPI_DOUBLE, &grid->edge);
    MPI_Type_commit(&grid->edge);
    return grid;
}

static void grid_free(struct grid *grid)
{
    MPI_Type_free(&grid->edge);
    MPI_Comm_free(&grid->row);
    free(grid);
}

static MPI_Comm duplicate(MPI_Comm comm)
{
    MPI_Comm copy;

    MPI_Comm_dup(comm, &copy);
    return copy;
}

int main(void)
{
    int rank;
    struct grid *grid;
    MPI_Comm copy;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    setup();
    grid = grid_new(rank);
    copy = duplicate(grid->row);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    grid_free(grid);
    teardown();
    MPI_Finalize();
    return 0;
}
