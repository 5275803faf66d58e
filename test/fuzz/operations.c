/* operations.c: what ranks wrote into the segment, of a program that writes over it.
 *
 * The scheduler runs in here, on a segment of ordinary memory. The bytes are steps, taken while it
 * waits for the ranks: a rank posts an operation, mostly one that could be, or ends, or some bytes
 * of the segment are written over. When there are no more, all ranks end. */
#include "fuzz.h"
#include "world/process/ending.h"
#include "world/process/shared.h"
#include "world/schedule/pool.h"
#include "world/schedule/scheduler.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { RANKS = 3, TABLES = 1 << 10, HEAP = 1 << 12, BLOCK = 256, STEPS = 4 };

struct input {
    const uint8_t *at;
    size_t left;
};

struct guests {
    struct shared shared;
    struct input input;
    uint32_t numbers[RANKS];
    bool over;
};

static void take(struct input *input, void *to, size_t size)
{
    memset(to, 0, size);
    size = size < input->left ? size : input->left;
    memcpy(to, input->at, size);
    input->at += size, input->left -= size;
}

static uint8_t byte(struct input *input)
{
    uint8_t value;
    take(input, &value, 1);
    return value;
}

/* A block of the rank's heap with some of the bytes in it, sixteen in turn. */
static uint64_t lay_down(struct guests *guests, int rank, size_t size)
{
    const struct shared *shared = &guests->shared;
    uint64_t place = (uint64_t)(byte(&guests->input) % (HEAP / BLOCK)) * BLOCK;
    uint64_t offset = shared->heap + (uint64_t)rank * HEAP + place + sizeof(struct world_payload);
    const size_t room = BLOCK - sizeof(struct world_payload);
    *world_payload_at(shared->segment, offset) = (struct world_payload){.size = BLOCK};
    take(&guests->input, (char *)shared->segment + offset, size < room ? size : room);
    return offset;
}

static void call(struct guests *guests, int rank)
{
    atomic_fetch_or(&guests->shared.segment->calling[0], 1ULL << rank);
    atomic_fetch_add(&guests->shared.segment->bell, 1);
}

/* What belongs to the kind of the operation, which has its payload. */
static void fill(struct world_op *op, int rank, const uint8_t some[8], uint64_t list)
{
    const int32_t peer = some[5] % (RANKS + 2) - 1, tag = some[4] >> 4;
    const uint32_t mode = some[2] % 4, count = some[6] % 16 ? some[6] % 4 : 3;
    switch (op->kind) {
    case OP_SEND:
    case OP_RECEIVE:
    case OP_PROBE:
        op->message = (struct op_message){
            .peer = peer, .tag = tag, .partitioned = some[7] >> 6, .taken = count};
        break;
    case OP_COLLECTIVE:
        op->collective = (struct op_collective){
            .root = peer,
            .members = count,
            .index = some[3] & 1 ? (uint32_t)rank : some[7] % 4,
            .first_group = some[7] >> 6,
            .need = some[7] >> 2 & 3,
            .need_count = some[7] >> 4 & 3,
            .tag = tag,
            .counted_in = tag,
            .list = list,
        };
        break;
    case OP_WAIT:
        op->wait = (struct op_wait){.mode = (enum wait_mode)mode, .requests = count};
        break;
    case OP_PROBLEM:
        if (op->payload)
            op->idle = (struct op_idle){.kind = (enum op_kind)mode, .peer = peer};
        else
            op->subject.number = count;
        break;
    case OP_READ:
    case OP_CANCEL:
    case OP_COMPLETE:
        op->subject.number = count;
        break;
    case OP_MEMBERS:
        op->announcement = (struct op_announcement){.members = count, .is_window = mode == 1};
        break;
    case OP_POINTER:
        op->pointer = (struct op_pointer){.mode = (enum pointer_mode)mode, .amount = count};
        break;
    case OP_ACCESS:
    case OP_TOUCHED:
        op->access.ranges = count;
        break;
    case OP_APPLIED:
        op->applied.changed = mode == 1;
        break;
    case OP_LOCK:
    case OP_UNLOCK:
        op->lock = (struct op_lock){.target = peer, .exclusive = mode == 1};
        break;
    default:
        break;
    }
}

/* Small numbers, that others may have as well; with `wild` any. */
static void post(struct guests *guests, int rank, bool wild)
{
    struct input *input = &guests->input;
    struct world_rank *block = &guests->shared.segment->rank[rank];
    struct world_op op = {.kind = byte(input) % (OP_TOUCHED + 2)};
    uint8_t some[8];
    take(input, some, sizeof some);
    op.flags = (uint16_t)(some[0] | (some[1] & 0xf) << 8);
    op.number = some[2] & 0x80 ? some[3] : ++guests->numbers[rank];
    op.context = 1 + some[4] % 6;
    op.site = (uint64_t)(rank * 64 + some[3] % 8 + 1) | (uint64_t)(some[3] & 1) << WORLD_SITE_BITS;
    memcpy(op.call, some[0] & 1 ? "MPI_Recv" : "MPI_Bcast", 9);
    if (some[1] & 0x10)
        op.payload = lay_down(guests, rank, op.kind == OP_PROBLEM ? 64 : 32);
    fill(&op, rank, some, some[1] & 0x20 ? lay_down(guests, rank, 32) : 0);
    if (wild) {
        uint8_t place = byte(input);
        take(input, (char *)&op + place % (sizeof op - 8), 8);
    }
    block->ring[block->posted % WORLD_RING] = op;
    atomic_fetch_add(&block->posted, 1);
    call(guests, rank);
}

/* Somewhere in the header, in what is a rank's own, or in all of it. */
static void scribble(struct guests *guests)
{
    struct input *input = &guests->input;
    uint32_t place;
    uint8_t how = byte(input);
    take(input, &place, sizeof place);
    uint64_t end = guests->shared.end - 8, start = 0;
    if (how & 1)
        end = offsetof(struct world_segment, fit_places);
    else if (how & 2)
        start = sizeof(struct world_segment) + how % RANKS * sizeof(struct world_rank),
        end = start + offsetof(struct world_rank, ring) + sizeof(struct world_op);
    take(input, (char *)guests->shared.segment + start + place % (end - start), 1 + how % 8);
}

static void end(struct guests *guests, int rank, int32_t status)
{
    struct world_rank *block = &guests->shared.segment->rank[rank];
    block->status = status;
    block->ended = 1;
    call(guests, rank);
}

/* scheduler_options.idle */
static void run(void *data)
{
    struct guests *guests = data;
    for (int i = 0; i < STEPS && guests->input.left > 0; i++) {
        uint8_t what = byte(&guests->input);
        int rank = what % RANKS;
        switch (what >> 4) {
        case 0:
            scribble(guests);
            break;
        case 1:
            post(guests, rank, true);
            break;
        case 2:
            end(guests, rank, what & 8 ? 11 : 0);
            break;
        case 3:
            guests->shared.segment->rank[rank].heard = guests->shared.segment->rank[rank].told;
            break;
        default:
            post(guests, rank, false);
        }
    }
    for (int rank = 0; rank < RANKS; rank++) {
        for (int lane = 0; lane < 2; lane++)
            guests->shared.segment->rank[rank].lane[lane].stack_wanted = 2;
        if (guests->input.left == 0)
            end(guests, rank, guests->shared.segment->rank[rank].status);
    }
}

static bool stop(void *data)
{
    const struct guests *guests = data;
    return guests->input.left == 0;
}

static void found(void *data, size_t keep, const struct choice *rest, size_t count)
{
    (void)data, (void)keep, (void)rest, (void)count;
}

/* The segment, the same each time and empty, between pages that nobody may touch. */
static struct world_segment *open_segment(uint64_t size)
{
    enum { GUARD = 1 << 20 };
    static char *memory;
    size = (size + 4095) / 4096 * 4096;
    if (!memory) {
        memory = mmap(NULL, size + 2 * (size_t)GUARD, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED || mprotect(memory + GUARD, size, PROT_READ | PROT_WRITE) != 0)
            abort();
    }
    madvise(memory + GUARD, size, MADV_DONTNEED);
    return (struct world_segment *)(memory + GUARD);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guests guests = {.input = {data, size}};
    struct document document;
    struct record record;
    uint8_t how = byte(&guests.input);
    guests.shared = shared_lay_out(RANKS, TABLES, HEAP);
    struct world_segment *segment = open_segment(guests.shared.end);
    guests.shared.segment = segment;
    shared_announce(&guests.shared);
    segment->ranks = RANKS;
    segment->started = 1;
    struct exploration exploration = {
        .poll_bound = 1, .found = found, .without_buffers = how & 8, .waiting = how & 16};
    struct scheduler_options options = {.ranks = RANKS,
                                        .buffering = how & 1     ? BUFFERING_INFINITE
                                                     : (how & 2) ? BUFFERING_ZERO
                                                                 : BUFFERING_BOTH,
                                        .synchronising = how & 4,
                                        .seconds = 10,
                                        .record = how & 32 ? &record : NULL,
                                        .exploration = how & 64 ? &exploration : NULL,
                                        .idle = run,
                                        .idle_data = &guests};
    document_init(&document, "run");
    record_init(&record, RANKS);
    struct pool *pool = pool_open();
    struct scheduler *scheduler = scheduler_new(pool, &guests.shared, &options, &document);
    enum outcome outcome = scheduler_run(scheduler, stop, &guests);
    if (outcome == OUTCOME_ENDED || outcome == OUTCOME_STOPPED)
        ending_report(scheduler);
    (void)ending_exit_code(scheduler);
    scheduler_free(scheduler);
    pool_close(pool);
    document_free(&document);
    record_free(&record);
    free(exploration.path);
    return 0;
}
