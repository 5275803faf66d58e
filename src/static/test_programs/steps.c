/* The number of uncertain steps from the rank to a value: after one step it still differs. */
#include "static/test_programs/probe.h"

struct settings {
    int count, list[8], flag, other;
};

static int cached_rank(void)
{
    static int cached = -1;
    if (cached < 0)
        MPI_Comm_rank(MPI_COMM_WORLD, &cached);
    return cached;
}

static int decided(int value)
{
    if (value > 2)
        return 10;
    return 20;
}

/* A broadcast by hand: received data is sent on. */
static void spread(int *buffer, int count, int rank, int size)
{
    if (rank > 0)
        MPI_Recv(buffer, count, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank < size - 1)
        MPI_Send(buffer, count, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
}

static void fill(int *list, int count, int value)
{
    for (int i = 0; i < count; i++)
        list[i] = value;
}

int main(int argc, char **argv)
{
    int rank, size, one = 0, two = 0, three = 0, got = 1, a = 1, b = 1;
    struct settings settings = {.count = 3, .flag = 1, .other = 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (rank == 0)
        one = argc;
    differs(one);
    if (one > 1)
        two = argc;
    unsure(two);
    if (two > 1)
        three = argc;
    unsure(three);

    differs(decided(rank));
    unsure(decided(decided(rank)));
    same(decided(argc));
    differs(cached_rank());

    int *somewhere = argc > 1 ? &a : &b;
    *somewhere = rank;
    differs(rank + *somewhere);
    unsure(*somewhere > 0 ? 1 : argc);

    fill(settings.list, 8, rank);
    same(settings.count);
    same(settings.flag + settings.other);
    MPI_Recv(settings.list, argc, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    same(settings.flag);

    if (rank == 0)
        got = argc;
    differs(got);
    int parcel[1] = {got};
    spread(parcel, 1, rank, size);
    if (rank != 0)
        got = parcel[0];
    unsure(got);
    MPI_Finalize();
    return 0;
}
