/* Irregular collectives whose displacements do not fit into an int. Buffers are address space that
 * is hardly touched. Prints one line per case and rank 0; the exit code tells whether all data
 * arrived, and nothing else was written.
 *
 * irregular [part|odd|legal|lost]: by default all cases that another base or unit repairs, with
 * `part` on some of the ranks; with `odd`, those that need displacements of 64 bits; with `legal`,
 * negative displacements that are meant; with `lost`, those that cannot be recovered. */
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
static MPI_Comm comm;
static MPI_Datatype type;
static size_t extent; /* of the type; its first 4 bytes hold data, or its one byte */
static size_t width;
static int64_t origin; /* where its data begin */
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
    return space[which] + ROOM / 2 - origin;
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
    at += origin;
    for (int i = 0; i < count; i++) {
        unsigned word = value(from, to, i);
        memcpy(at + (size_t)i * extent, &word, width);
    }
}

/* The block holds what it must, and the bytes around and between are untouched. */
static void check(const char *what, const char *at, int from, int to, int count)
{
    int wrong = 0;
    at += origin;
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

/* A datatype that a call is given, and that is freed while it is under way. */
static MPI_Datatype hand_out(void)
{
    MPI_Datatype copy;
    MPI_Type_dup(type, &copy);
    return copy;
}

static void finish(bool nonblocking, MPI_Request *request, MPI_Datatype *handed)
{
    int flag = 0;
    MPI_Type_free(handed);
    if (!nonblocking)
        return;
    while (!flag)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

static void gather(const char *what, struct blocks *b, int root, bool in_place, bool nonblocking)
{
    MPI_Request request;
    MPI_Datatype handed = hand_out();
    int mine = b->counts[rank];
    clear();
    const void *send = base(1);
    if (in_place && rank == root)
        send = MPI_IN_PLACE;
    else
        put(base(1), rank, root, mine);
    if (nonblocking)
        MPI_Igatherv(send, mine, handed, base(0), b->counts, b->displs, handed, root, comm,
                     &request);
    else
        MPI_Gatherv(send, mine, handed, base(0), b->counts, b->displs, handed, root, comm);
    finish(nonblocking, &request, &handed);
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
    MPI_Datatype handed = hand_out();
    int mine = b->counts[rank];
    clear();
    for (int i = 0; rank == root && i < size; i++)
        if (!in_place || i != root)
            put(base(0) + b->wide[i] * (int64_t)extent, root, i, b->counts[i]);
    void *receive = in_place && rank == root ? MPI_IN_PLACE : base(1);
    if (nonblocking)
        MPI_Iscatterv(base(0), b->counts, b->displs, handed, receive, mine, handed, root, comm,
                      &request);
    else
        MPI_Scatterv(base(0), b->counts, b->displs, handed, receive, mine, handed, root, comm);
    finish(nonblocking, &request, &handed);
    if (!in_place || rank != root)
        check(what, base(1), root, rank, mine);
}

static void allgather(const char *what, struct blocks *b, bool in_place, bool nonblocking)
{
    MPI_Request request;
    MPI_Datatype handed = hand_out();
    int mine = b->counts[rank];
    clear();
    put(in_place ? base(0) + b->wide[rank] * (int64_t)extent : base(1), rank, 0, mine);
    const void *send = in_place ? MPI_IN_PLACE : base(1);
    if (nonblocking)
        MPI_Iallgatherv(send, mine, handed, base(0), b->counts, b->displs, handed, comm, &request);
    else
        MPI_Allgatherv(send, mine, handed, base(0), b->counts, b->displs, handed, comm);
    finish(nonblocking, &request, &handed);
    for (int i = 0; i < size; i++)
        check(what, base(0) + b->wide[i] * (int64_t)extent, i, 0, b->counts[i]);
}

static void alltoall(const char *what, struct blocks *s, struct blocks *r, bool nonblocking)
{
    MPI_Request request;
    MPI_Datatype handed = hand_out();
    clear();
    for (int i = 0; i < size; i++)
        put(base(1) + s->wide[i] * (int64_t)extent, rank, i, s->counts[i]);
    if (nonblocking)
        MPI_Ialltoallv(base(1), s->counts, s->displs, handed, base(0), r->counts, r->displs, handed,
                       comm, &request);
    else
        MPI_Alltoallv(base(1), s->counts, s->displs, handed, base(0), r->counts, r->displs, handed,
                      comm);
    finish(nonblocking, &request, &handed);
    for (int i = 0; i < size; i++)
        check(what, base(0) + r->wide[i] * (int64_t)extent, i, rank, r->counts[i]);
}

/* In place: what was sent is where what is received goes. */
static void exchange(const char *what, struct blocks *b)
{
    MPI_Datatype handed = hand_out();
    clear();
    for (int i = 0; i < size; i++)
        put(base(0) + b->wide[i] * (int64_t)extent, rank, i, b->counts[i]);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, base(0), b->counts, b->displs,
                  handed, comm);
    finish(false, NULL, &handed);
    for (int i = 0; i < size; i++)
        check(what, base(0) + b->wide[i] * (int64_t)extent, i, rank, b->counts[i]);
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
    exchange(what, &mine);
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
        scatter("permuted", &b, size - 1, true, nonblocking);
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

/* All that can be repaired with either library. */
static void repairable(void)
{
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

/* More than 2^32 apart, and no unit but 1; of a type whose data begin before its place, too. */
static void odd(void)
{
    MPI_Datatype shifted;
    slots("odd, twice", 1500000001, 1);
    MPI_Type_create_hindexed_block(1, 1, &(MPI_Aint){-3}, MPI_CHAR, &shifted);
    MPI_Type_create_resized(shifted, 0, 1, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&shifted);
    origin = -3;
    slots("odd, twice, shifted", 1500000001, 1);
    MPI_Type_free(&type);
}

/* Three ranks in another order; the last one is left out. */
static void in_part(void (*cases)(void))
{
    int world;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, world == 3 ? MPI_UNDEFINED : 0, -world, &comm);
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    cases();
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int all;
    MPI_Init(&argc, &argv);
    comm = MPI_COMM_WORLD;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    space[0] = reserve();
    space[1] = reserve();
    type = MPI_CHAR;
    extent = width = 1;
    if (strcmp(mode, "legal") == 0)
        legal();
    else if (strcmp(mode, "lost") == 0)
        lost();
    else if (strcmp(mode, "odd") == 0)
        odd();
    else if (strcmp(mode, "part") == 0)
        in_part(repairable);
    else
        repairable();
    MPI_Allreduce(&faults, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf(all ? "%d faults\n" : "all is well\n", all);
    MPI_Finalize();
    return all ? 1 : 0;
}
