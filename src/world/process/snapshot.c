#include "base/clock.h"
#include "world/process/stage.h"

#include "world/schedule/state.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRIES = 20000 }; /* limit on yields, far more than a waiting rank needs */

static const uint64_t SAVED_MAX = UINT64_C(1) << 48; /* limit on bytes, more than a process can
                                                        have */

/* The part of the segment that belongs to a rank, and how much the rank has printed. */
struct rank_copy {
    int process;
    bool stays; /* the rank had ended */
    uint32_t posted, taken, told, heard;
    uint64_t began, given_back;
    int32_t status;
    struct world_end end;
    struct world_answer answer;
    struct world_op last; /* the last operation in the ring: where the rank was */
    struct world_answer *inbox;
    char *heap;
    uint64_t heap_bytes;
    size_t length[2];
};

struct snapshot {
    struct scheduler_copy *scheduler;
    char *tables;
    size_t table_bytes;
    size_t bytes; /* bytes of the whole snapshot, including those that the ranks keep */
    struct rank_copy ranks[];
};

static uint64_t heap_of(const struct world *world, uint32_t rank)
{
    return world->shared.heap + rank * world->shared.heap_size;
}

/* Stores how many bytes of its heap the rank has used; returns false if the number is impossible.
 */
static bool used_heap(const struct world *world, uint32_t rank, uint64_t *bytes)
{
    const volatile uint64_t *top = &world->segment->rank[rank].heap_top;
    *bytes = *top - heap_of(world, rank);
    return *bytes <= world->shared.heap_size;
}

static char *snapshot_copy_bytes(const void *bytes, size_t length)
{
    char *copy = memory_alloc(length + 1);
    memcpy(copy, bytes, length);
    return copy;
}

static void free_snapshot(struct world *world, struct snapshot *snapshot)
{
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        free(snapshot->ranks[rank].inbox);
        free(snapshot->ranks[rank].heap);
    }
    if (snapshot->scheduler)
        scheduler_forget_copy(snapshot->scheduler);
    free(snapshot->tables);
    free(snapshot);
}

void world_keep(struct world *world, size_t levels)
{
    while (world->level_count > levels) {
        struct snapshot *last = world->levels[--world->level_count];
        world->level_bytes -= last->bytes;
        free_snapshot(world, last);
    }
}

static bool snapshot_has_ended(const struct world *world, const struct world_rank *block)
{
    return atomic_load(&block->ended) && atomic_load(&block->parked) == world->order;
}

static bool snapshot_rests(const struct world *world, const struct world_rank *block)
{
    return atomic_load(&block->resting) == world->order &&
           atomic_load(&block->lane[0].wake) == atomic_load(&block->awaited);
}

/* Returns whether the rank sleeps and cannot be rewound to this place, since it has done something
 * that cannot be undone. A rank sets `resting` before `asleep`. */
static bool is_lost(const struct world *world, const struct world_rank *block)
{
    return atomic_load(&block->lane[0].asleep) &&
           atomic_load(&block->lane[0].wake) == atomic_load(&block->awaited) &&
           !snapshot_rests(world, block);
}

/* Waits for the rank to rest: a rank on its way to sleep may need a moment. */
static bool await_rest(const struct world *world, const struct world_rank *block)
{
    for (int i = 0; i < TRIES; i++) {
        if (block->process > 0 &&
            (snapshot_has_ended(world, block) || snapshot_rests(world, block)))
            return true;
        if (block->process > 0 && is_lost(world, block))
            return false;
        if (!atomic_load(&block->process) || i % 64 == 63)
            usleep(1);
        else
            sched_yield();
    }
    return false;
}

/* Returns whether the rank has saved itself, or has nothing to save. The wait cannot be given up as
 * long as the rank lives: a rank that no longer finds the question would take its absence for an
 * answer. */
static bool await_answer(struct world *world, struct world_rank *block)
{
    enum { LOOK_AGAIN = 1024 };
    const double start = clock_seconds();
    for (int i = 1; atomic_load(&block->save) - 1 < WORLD_LEVELS_MAX; i++) {
        sched_yield();
        if (i % LOOK_AGAIN != 0)
            continue;
        if (!block->process || process_wait(world->process, 0))
            return false;
        if (clock_seconds() - start > STAGE_PATIENCE) {
            stage_damage(world, (int)(block - world->segment->rank), "whether it has saved itself");
            return false;
        }
    }
    uint32_t answer = atomic_exchange(&block->save, SAVE_NOTHING);
    return answer == SAVE_DONE || (answer == SAVE_NOTHING && block->ended);
}

/* Makes all waiting ranks save themselves; returns false if one cannot. */
static bool save_ranks(struct world *world, uint32_t level)
{
    struct world_segment *segment = world->segment;
    bool done = true;
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        struct world_rank *block = &segment->rank[rank];
        if (snapshot_has_ended(world, block))
            continue;
        atomic_store(&block->save, level);
        atomic_fetch_add(&block->lane[0].wake, 1);
        syscall(SYS_futex, &block->lane[0].wake, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        struct world_rank *block = &segment->rank[rank];
        done = await_answer(world, block) && done;
    }
    return done;
}

/* Returns whether the heaps alone would exceed the limit on snapshots. If so, they are not copied
 * at all. */
static bool heaps_take_too_much(const struct world *world)
{
    uint64_t bytes, sum = world->level_bytes;
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        sum += used_heap(world, rank, &bytes) ? bytes : 0;
    return sum > world->options.snapshot_bytes;
}

/* Returns false if the size that the rank reports for its heap is impossible. */
static bool copy_rank(struct world *world, uint32_t rank, struct rank_copy *copy)
{
    struct world_segment *segment = world->segment;
    struct world_rank *block = &segment->rank[rank];
    *copy = (struct rank_copy){.process = block->process,
                               .stays = block->ended,
                               .posted = block->posted,
                               .taken = block->taken,
                               .told = block->told,
                               .heard = block->heard,
                               .began = block->began,
                               .given_back = block->given_back,
                               .status = block->status,
                               .end = block->end,
                               .answer = block->lane[0].answer};
    if (copy->posted > 0)
        copy->last = block->ring[(copy->posted - 1) % WORLD_RING];
    copy->inbox = (struct world_answer *)snapshot_copy_bytes(block->inbox, sizeof block->inbox);
    for (int stream = 0; stream < 2; stream++)
        copy->length[stream] = capture_length(world->capture, (int)rank, stream);
    bool possible = used_heap(world, rank, &copy->heap_bytes);
    copy->heap_bytes = possible ? copy->heap_bytes : 0;
    copy->heap = snapshot_copy_bytes((char *)segment + heap_of(world, rank), copy->heap_bytes);
    return possible;
}

/* Returns the memory that the snapshot takes, in the command and in the ranks. */
static size_t snapshot_bytes_of(const struct world *world, const struct snapshot *snapshot)
{
    size_t bytes = snapshot->bytes + snapshot->table_bytes;
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        const struct rank_copy *copy = &snapshot->ranks[rank];
        bytes += sizeof *copy + copy->heap_bytes;
        uint64_t saved = copy->stays ? 0 : world->segment->rank[rank].save_bytes;
        bytes += saved < SAVED_MAX ? saved : SAVED_MAX;
    }
    return bytes;
}

static bool can_save(const struct world *world)
{
    size_t next = world->level_count > 0 ? world->levels[world->level_count - 1]->bytes : 0;
    if (!world->capture || world->options.at_main || world->level_count == WORLD_LEVELS_MAX ||
        world->level_bytes + next >= world->options.snapshot_bytes)
        return false;
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        if (!await_rest(world, &world->segment->rank[rank]))
            return false;
    return true;
}

bool world_save(struct world *world, struct scheduler *scheduler)
{
    struct world_segment *segment = world->segment;
    if (!can_save(world) || !save_ranks(world, (uint32_t)world->level_count + 1) ||
        heaps_take_too_much(world))
        return false;
    struct snapshot *snapshot =
        memory_zero(1, sizeof *snapshot + world->ranks * sizeof *snapshot->ranks);
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        if (!copy_rank(world, rank, &snapshot->ranks[rank]))
            stage_damage(world, (int)rank, "how much of its memory it has used");
    snapshot->table_bytes = (size_t)scheduler->table_count * world->ranks * sizeof(uint64_t);
    snapshot->tables =
        snapshot_copy_bytes((char *)segment + world->shared.tables, snapshot->table_bytes);
    snapshot->scheduler = scheduler_save(scheduler, &snapshot->bytes);
    snapshot->bytes = snapshot_bytes_of(world, snapshot);
    if (world->level_bytes + snapshot->bytes > world->options.snapshot_bytes) {
        free_snapshot(world, snapshot);
        return false;
    }
    world->levels[world->level_count++] = snapshot;
    world->level_bytes += snapshot->bytes;
    return true;
}

size_t world_levels(const struct world *world)
{
    return world->level_count;
}

/* Returns whether the processes are still those that saved themselves, and can go back. */
static bool can_restore(const struct world *world, const struct snapshot *snapshot)
{
    for (uint32_t rank = 0; rank < world->ranks; rank++) {
        const struct world_rank *block = &world->segment->rank[rank];
        bool settled = atomic_load(&block->parked) == world->order || snapshot_rests(world, block);
        if (block->process != snapshot->ranks[rank].process || !settled)
            return false;
    }
    return true;
}

static void restore_rank(struct world *world, uint32_t rank, const struct rank_copy *copy)
{
    struct world_segment *segment = world->segment;
    struct world_rank *block = &segment->rank[rank];
    block->posted = copy->posted;
    block->taken = copy->taken;
    block->told = copy->told;
    block->heard = copy->heard;
    block->began = copy->began;
    block->given_back = copy->given_back;
    block->status = copy->status;
    block->ended = copy->stays;
    block->end = copy->end;
    block->lane[0].answer = copy->answer;
    block->lane[0].stack_wanted = 0;
    block->lane[0].stack[0] = 0;
    block->stays = copy->stays;
    if (copy->posted > 0)
        block->ring[(copy->posted - 1) % WORLD_RING] = copy->last;
    memcpy(block->inbox, copy->inbox, sizeof block->inbox);
    memcpy((char *)segment + heap_of(world, rank), copy->heap ? copy->heap : "", copy->heap_bytes);
    for (int stream = 0; stream < 2; stream++)
        capture_cut(world->capture, (int)rank, stream, copy->length[stream]);
}

struct scheduler *stage_restore(struct world *world, size_t level,
                                const struct scheduler_options *options, struct document *document)
{
    struct world_segment *segment = world->segment;
    if (level == 0 || level > world->level_count || !can_restore(world, world->levels[level - 1]))
        return NULL;
    world_keep(world, level);
    const struct snapshot *snapshot = world->levels[level - 1];
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        restore_rank(world, rank, &snapshot->ranks[rank]);
    memcpy((char *)segment + world->shared.tables, snapshot->tables, snapshot->table_bytes);
    segment->target = (uint32_t)level;
    return scheduler_restore(snapshot->scheduler, options, document);
}
