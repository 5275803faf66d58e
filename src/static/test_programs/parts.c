/* Communicators made of parts: rows and columns, either arm of a branch, two sides. */
#include "static/test_programs/probe.h"

struct grid {
    MPI_Comm row, column;
    int numbers[2];
};

static void make(struct grid *grid, int rank)
{
    MPI_Comm_split(MPI_COMM_WORLD, rank / 4, rank, &grid->row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 4, rank, &grid->column);
    MPI_Comm_rank(grid->row, &grid->numbers[0]);
    MPI_Comm_size(grid->row, &grid->numbers[1]);
}

int main(int argc, char **argv)
{
    int rank, size, value, side, both_rank, place[2], table[8], one_size;
    struct grid grid;
    MPI_Comm part, half, both, one;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    make(&grid, rank);
    differs_in(grid.row, grid.numbers[0]);
    same_in(grid.row, grid.numbers[1]);
    same_in(grid.row, grid.numbers[0] < grid.numbers[1]);
    unsure_in(grid.column, grid.numbers[0]);
    unsure_in(grid.column, rank / 4);
    differs_in(grid.row, rank == 0);

    MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_SUM, grid.row);
    same_in(grid.row, value);
    differs(value);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, grid.column);
    same_in(grid.column, value);
    unsure(value); /* in fact the same: rows, then columns */

    if (rank < size / 2)
        MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &part);
    else
        MPI_Comm_split(MPI_COMM_WORLD, 1, rank, &part);
    same_in(part, rank < size / 2);
    unsure_in(part, rank);

    side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 3, &both);
    MPI_Comm_rank(both, &both_rank);
    differs_in(both, side == 0);
    same_in(half, side == 0);
    differs_in(both, both_rank);
    same_in(both, size);

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &one);
    MPI_Comm_size(one, &one_size);
    differs(one_size);
    same_in(one, one_size);

    MPI_Comm_rank(MPI_COMM_WORLD, &place[0]);
    MPI_Comm_size(MPI_COMM_WORLD, &place[1]);
    differs(place[0]);
    same(place[1]);
    unsure(place[argc]);
    for (int i = 0; i < 8; i++)
        table[i] = rank;
    differs(table[argc]);
    differs(table[3]);
    MPI_Finalize();
    return 0;
}
