/* checks.c MODE [wrong]: the same collectives on all ranks, or on all but one. Lines that a check
 * has to name are marked. */
#include <mpi.h>

#include <stdio.h>
#include <string.h>

static int rank, size, odd, value, result;

static void world(void)
{
    if (odd)
        MPI_Barrier(MPI_COMM_WORLD); /* world one */
    else
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* world other */
}

/* The last rank, alone or with others, goes on to where all meet. */
static void finalize(void)
{
    if (!odd)
        MPI_Barrier(MPI_COMM_WORLD); /* finalize one */
}

static void duplicate(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (!odd)
        MPI_Barrier(comm); /* duplicate one */
}

static void split(void)
{
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank >= size / 2 && size > 2, rank, &half);
    MPI_Allreduce(&rank, &result, 1, MPI_INT, MPI_SUM, half);
    if (odd)
        MPI_Allreduce(&rank, &result, 1, MPI_INT, MPI_SUM, half); /* split one */
    else
        MPI_Reduce(&rank, &result, 1, MPI_INT, MPI_SUM, 0, half); /* split other */
    MPI_Comm_free(&half);
}

/* Ranks that leave out a collective of one communicator wait in one of another. */
static void circle(void)
{
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank >= size / 2 && size > 2, rank, &half);
    if (!odd)
        MPI_Barrier(half);                                              /* circle one */
    MPI_Allreduce(&rank, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* circle other */
    MPI_Comm_free(&half);
}

static void inter(void)
{
    MPI_Comm half, both, merged;
    int low = rank < size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? size / 2 : 0, 7, &both);
    MPI_Bcast(&value, 1, MPI_INT, low ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0, both);
    if (odd)
        MPI_Barrier(both); /* inter one */
    else
        MPI_Allreduce(&rank, &result, 1, MPI_INT, MPI_SUM, both); /* inter other */
    MPI_Intercomm_merge(both, low, &merged);
    MPI_Barrier(merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

static void nonblocking(void)
{
    MPI_Request requests[2];
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
    if (odd)
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]); /* nonblocking one */
    else
        MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]); /* nonblocking other */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* Blocking and nonblocking collectives never match. */
static void mixed(void)
{
    MPI_Request request;
    if (odd) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request); /* mixed one */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Barrier(MPI_COMM_WORLD); /* mixed other */
    }
}

static void root(void)
{
    MPI_Bcast(&value, 1, MPI_INT, odd ? 1 : 0, MPI_COMM_WORLD); /* root one */
}

static void operation(void)
{
    MPI_Op op = odd ? MPI_MAX : MPI_SUM;
    MPI_Allreduce(&rank, &result, 1, MPI_INT, op, MPI_COMM_WORLD); /* operation one */
}

static void amount(void)
{
    int values[2] = {0};
    MPI_Bcast(values, odd ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD); /* amount one */
}

static void window(void)
{
    MPI_Win win;
    MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (!odd)
        MPI_Win_fence(0, win); /* window one */
    MPI_Win_free(&win);        /* window other */
}

static void file(void)
{
    MPI_File handle;
    MPI_File_open(MPI_COMM_WORLD, "checks.out", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &handle);
    if (odd)
        MPI_File_sync(handle); /* file one */
    else
        MPI_File_set_size(handle, 8); /* file other */
    MPI_File_close(&handle);
}

/* Never wrong: things that are easily taken for wrong. */
static void fine(void)
{
    MPI_Comm first, second, pair = MPI_COMM_NULL, later;
    MPI_Group all, ends;
    MPI_Request request;
    int ranks[2] = {0, size - 1};
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_idup(first, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_split(later, rank ? 0 : MPI_UNDEFINED, -rank, &second);
    if (rank == 0)
        MPI_Bcast(&value, 1, MPI_INT, 0, first); /* two lines, one call */
    else
        MPI_Bcast(&value, 1, MPI_INT, 0, first);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, ranks, &ends);
    if (rank == 0 || rank == size - 1) {
        MPI_Comm_create_group(MPI_COMM_WORLD, ends, 3, &pair);
        MPI_Barrier(pair);
    }
    MPI_Group_free(&ends);
    MPI_Group_free(&all);
    /* A rank may start its part late, or leave its request for long. */
    MPI_Ibarrier(later, &request);
    if (rank % 2 == 0 && rank + 1 < size)
        MPI_Recv(&value, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (rank % 2 == 1)
        MPI_Send(&value, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    /* The order of these is free in practice, and some leave it to MPI_Finalize. */
    if (rank == 0) {
        MPI_Comm_free(&first);
        MPI_Comm_free(&later);
    } else {
        MPI_Comm_free(&later);
        MPI_Comm_free(&second);
        MPI_Comm_free(&first);
    }
    if (rank == 0)
        MPI_Comm_free(&pair);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } modes[] = {{"world", world},
                 {"finalize", finalize},
                 {"duplicate", duplicate},
                 {"split", split},
                 {"circle", circle},
                 {"inter", inter},
                 {"nonblocking", nonblocking},
                 {"mixed", mixed},
                 {"root", root},
                 {"operation", operation},
                 {"amount", amount},
                 {"window", window},
                 {"file", file},
                 {"fine", fine}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    odd = argc > 2 && rank == size - 1;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(argv[1], modes[i].name) == 0)
            modes[i].function();
    MPI_Finalize(); /* end */
    if (rank == 0)
        printf("done\n");
    return 0;
}
