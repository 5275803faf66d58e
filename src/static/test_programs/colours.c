#include "static/test_programs/probe.h"

static void helper(MPI_Comm comm, int value)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    differs_in(comm, rank);
    same_in(comm, value);
}

int main(int argc, char **argv)
{
    int rank, size, colour, active, sub_rank, sub_size, wide;
    MPI_Comm sub, part, none, node, made;
    MPI_Group all, few;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    colour = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, colour, rank, &sub);
    MPI_Comm_rank(sub, &sub_rank);
    MPI_Comm_size(sub, &sub_size);
    differs(colour);
    same_in(sub, colour);
    same_in(sub, colour == 0);
    same_in(sub, rank % 2);
    same_in(sub, colour + size);
    unsure_in(sub, rank);
    differs_in(sub, rank == 0);
    unsure_in(sub, rank > 3);
    differs_in(sub, sub_rank);
    differs(sub_rank);
    same_in(sub, sub_size);
    unsure(sub_size);
    same_in(sub, sub_rank < sub_size);
    same(sub_rank < sub_size);
    differs_in(sub, sub_rank < size - 1);
    same_in(MPI_COMM_SELF, rank);
    same_in(sub, sub != MPI_COMM_NULL);
    helper(sub, colour);

    if (rank >= size / 2) {
        active = 0;
        colour = 1;
    } else {
        active = 1;
        colour = 0;
    }
    MPI_Comm_split(MPI_COMM_WORLD, colour, rank, &part);
    differs(active);
    same_in(part, active);
    same_in(part, active == 1);
    same_in(part, rank >= size / 2);
    unsure_in(sub, active);
    unsure_in(part, rank);

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 1 : MPI_UNDEFINED, 0, &none);
    differs(none != MPI_COMM_NULL);
    same_in(none, none != MPI_COMM_NULL);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 4, 0, &node);
    same(node != MPI_COMM_NULL);
    wide = rank;
    MPI_Bcast(&wide, 1, MPI_INT, 0, node);
    same_in(node, wide);
    differs(wide);
    wide = size;
    MPI_Bcast(&wide, 1, MPI_INT, 0, node);
    same(wide);

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, (int[]){0}, &few);
    MPI_Comm_create(MPI_COMM_WORLD, few, &made);
    differs(made != MPI_COMM_NULL);
    same_in(made, made != MPI_COMM_NULL);
    unsure_in(made, rank);
    MPI_Finalize();
    return 0;
}
