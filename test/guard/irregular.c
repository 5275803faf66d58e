/* Irregular collectives whose displacements do not fit into an int. Buffers are address space that
 * is hardly touched. Prints one line per case and rank 0; the exit code tells whether all data
 * arrived, and nothing else was written.
 *
 * irregular [odd|legal|lost]: by default all cases that can be repaired with either library; with
 * `odd`, those that need displacements of 64 bits; with `legal`, negative displacements that are
 * meant; with `lost`, those that cannot be recovered. */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST = 16, MARGIN = 64 };
static const size_t ROOM = (size_t)48 << 30;

static int rank, size, faults;
static MPI_Datatype type;
static size_t extent; /* of the type; its first 4 bytes hold data, or its one byte */
static size_t width;
static char *space[2]; /* two buffers, their bases in the middle of nothing */

struct blocks {
    int counts[MOST], displs[MOST];
    int64_t wide[MOST];
};

static char *reserve(void)
{
    char *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        MPI_Abort(MPI_COMM_WORLD, 3);
    madvise(room, ROOM, MADV_NOHUGEPAGE);
    return room;
}

static char *base(int which)
{
    return space[which] + ROOM / 2;
}

static void clear(void)
{
    for (int i = 0; i < 2; i++)
        if (madvise(space[i], ROOM, MADV_DONTNEED) != 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
}

static unsigned value(int from, int to, int64_t i)
{
    return (unsigned)(from * 7919 + to * 104729 + i * 31 + 1) | 1U;
}

static void put(char *at, int from, int to, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned word = value(from, to, i);
        memcpy(at + (size_t)i * extent, &word, width);
    }
}

/* The block holds what it must, and the bytes around and between are untouched. */
static void check(const char *what, const char *at, int from, int to, int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        unsigned word = value(from, to, i);
        wrong += memcmp(at + (size_t)i * extent, &word, width) != 0;
        for (size_t j = width; j < extent; j++)
            wrong += at[(size_t)i * extent + j] != 0;
    }
    for (int i = 1; i <= MARGIN; i++)
        wrong += at[-i] != 0 || at[(size_t)count * extent + (size_t)i - 1] != 0;
    if (wrong)
        printf("%s: rank %d: block of %d is wrong in %d places\n", what, to, from, wrong);
    faults += wrong != 0;
}

/* Slots of `slot` elements, one for each rank, that hold less. */
static void make_slots(struct blocks *blocks, int64_t slot, int me, int unit)
{
    for (int i = 0; i < size; i++) {
        blocks->counts[i] = unit * (10 + (i + me) % 5);
        blocks->wide[i] = i * slot;
        blocks->displs[i] = (int)(uint32_t)blocks->wide[i];
    }
}

/* Blocks one behind the other in the given order; the root's is huge, and stays in place. */
static void make_chain(struct blocks *blocks, const int *order, int root, int64_t large)
{
    int64_t place = 0;
    for (int i = 0; i < size; i++) {
        int block = order[i];
        blocks->counts[block] = block == root ? (int)large : 20 + block;
        blocks->wide[block] = place;
        blocks->displs[block] = (int)(uint32_t)place;
        place += blocks->counts[block];
    }
}

static void finish(bool nonblocking, MPI_Request *request, int *lists, size_t length)
{
    int flag = 0;
    if (!nonblocking)
        return;
    (void)lists;
    (void)length;
    while (!flag)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

static void gather(const char *what, struct blocks *b, int root, bool in_place, bool nonblocking)
{
    MPI_Request request;
    int mine = b->counts[rank];
    clear();
    const void *send = base(1);
    if (in_place && rank == root)
        send = MPI_IN_PLACE;
    else
        put(base(1), rank, root, mine);
    if (nonblocking)
        MPI_Igatherv(send, mine, type, base(0), b->counts, b->displs, type, root, MPI_COMM_WORLD,
                     &request);
    else
        MPI_Gatherv(send, mine, type, base(0), b->counts, b->displs, type, root, MPI_COMM_WORLD);
    finish(nonblocking, &request, b->displs, sizeof b->displs);
    for (int i = 0; rank == root && i < size; i++)
        if (!in_place || i != root) {
            char *at = base(0) + b->wide[i] * (int64_t)extent;
            if (in_place) { /* neighbours touch */
                for (int k = 0; k < b->counts[i]; k++) {
                    unsigned word = value(i, root, k);
                    faults += memcmp(at + (size_t)k * extent, &word, width) != 0;
                }
            } else
                check(what, at, i, root, b->counts[i]);
        }
}

static void scatter(const char *what, struct blocks *b, int root, bool in_place, bool nonblocking)
{
    MPI_Request request;
    int mine = b->counts[rank];
    clear();
    for (int i = 0; rank == root && i < size; i++)
        if (!in_place || i != root)
            put(base(0) + b->wide[i] * (int64_t)extent, root, i, b->counts[i]);
    void *receive = in_place && rank == root ? MPI_IN_PLACE : base(1);
    if (nonblocking)
        MPI_Iscatterv(base(0), b->counts, b->displs, type, receive, mine, type, root,
                      MPI_COMM_WORLD, &request);
    else
        MPI_Scatterv(base(0), b->counts, b->displs, type, receive, mine, type, root,
                     MPI_COMM_WORLD);
    finish(nonblocking, &request, b->displs, sizeof b->displs);
    if (!in_place || rank != root)
        check(what, base(1), root, rank, mine);
}

static void allgather(const char *what, struct blocks *b, bool in_place, bool nonblocking)
{
    MPI_Request request;
    int mine = b->counts[rank];
    clear();
    put(in_place ? base(0) + b->wide[rank] * (int64_t)extent : base(1), rank, 0, mine);
    const void *send = in_place ? MPI_IN_PLACE : base(1);
    if (nonblocking)
        MPI_Iallgatherv(send, mine, type, base(0), b->counts, b->displs, type, MPI_COMM_WORLD,
                        &request);
    else
        MPI_Allgatherv(send, mine, type, base(0), b->counts, b->displs, type, MPI_COMM_WORLD);
    finish(nonblocking, &request, b->displs, sizeof b->displs);
    for (int i = 0; i < size; i++)
        check(what, base(0) + b->wide[i] * (int64_t)extent, i, 0, b->counts[i]);
}

static void alltoall(const char *what, struct blocks *s, struct blocks *r, bool nonblocking)
{
    MPI_Request request;
    clear();
    for (int i = 0; i < size; i++)
        put(base(1) + s->wide[i] * (int64_t)extent, rank, i, s->counts[i]);
    if (nonblocking)
        MPI_Ialltoallv(base(1), s->counts, s->displs, type, base(0), r->counts, r->displs, type,
                       MPI_COMM_WORLD, &request);
    else
        MPI_Alltoallv(base(1), s->counts, s->displs, type, base(0), r->counts, r->displs, type,
                      MPI_COMM_WORLD);
    finish(nonblocking, &request, r->displs, sizeof r->displs);
    for (int i = 0; i < size; i++)
        check(what, base(0) + r->wide[i] * (int64_t)extent, i, rank, r->counts[i]);
}

static void slots(const char *what, int64_t slot, int unit)
{
    struct blocks same, mine;
    make_slots(&same, slot, 0, unit);
    make_slots(&mine, slot, rank, unit); /* i gives me as many as I give i */
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        gather(what, &same, size - 1, false, nonblocking);
        scatter(what, &same, 0, false, nonblocking);
        allgather(what, &same, false, nonblocking);
        allgather(what, &same, true, nonblocking);
        alltoall(what, &mine, &mine, nonblocking);
    }
    if (rank == 0)
        printf("%s\n", what);
}

static void chains(void)
{
    int natural[MOST], permuted[MOST];
    struct blocks b;
    for (int i = 0; i < size; i++) {
        natural[i] = i;
        permuted[i] = size - 1 - i;
    }
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        make_chain(&b, natural, 0, INT32_MAX - 7);
        gather("natural", &b, 0, true, nonblocking);
        scatter("natural", &b, 0, true, nonblocking);
        make_chain(&b, permuted, size - 1, INT32_MAX - 7);
        gather("permuted", &b, size - 1, true, nonblocking);
    }
    if (rank == 0)
        printf("chains\n");
}

/* A program that means its negative displacements. */
static void legal(void)
{
    struct blocks b;
    for (int i = 0; i < size; i++) {
        b.counts[i] = 10;
        b.wide[i] = b.displs[i] = -200 * i;
    }
    gather("legal", &b, 0, false, false);
    scatter("legal", &b, 0, false, true);
    allgather("legal", &b, false, false);
    alltoall("legal", &b, &b, true);
}

/* Negative, with more than 2^31 elements, but nothing proves where they belong. */
static void lost(void)
{
    struct blocks b;
    for (int i = 0; i < size; i++) {
        b.counts[i] = i == 0 ? INT32_MAX : 10;
        b.wide[i] = b.displs[i] = i == 0 ? 0 : -1000 * i * i - 300;
    }
    gather("lost", &b, 0, true, false);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    space[0] = reserve();
    space[1] = reserve();
    type = MPI_CHAR;
    extent = width = 1;
    if (strcmp(mode, "legal") == 0)
        legal();
    else if (strcmp(mode, "lost") == 0)
        lost();
    else if (strcmp(mode, "odd") == 0)
        slots("odd, twice", 1500000001, 1);
    else {
        chains();
        slots("once", 1000000001, 1);
        slots("twice", 1500000000, 4);
        MPI_Type_create_resized(MPI_INT, 0, 5, &type);
        MPI_Type_commit(&type);
        extent = 5;
        width = 4;
        slots("once, derived", 900000000, 3);
        MPI_Type_free(&type);
    }
    MPI_Allreduce(&faults, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf(all ? "%d faults\n" : "all is well\n", all);
    MPI_Finalize();
    return all ? 1 : 0;
}
