#include "runtime/world/rewind/rewind.h"

#include "runtime/world/rank/heap.h"
#include "runtime/world/rank/rank.h"
#include "runtime/world/rewind/effects.h"
#include "runtime/world/rewind/gate.h"
#include "runtime/world/rewind/pages.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>

#if GATE_IS_THERE

enum { STACK = 64 << 10 };

/* A snapshot: the pages written until then. */
struct level {
    struct gate_context place;
    char *copies;
    size_t count, room; /* pages */
};

/* Lies in memory that is not rewound. */
struct area {
    struct effects effects;
    struct gate_context start;
    struct pages *pages;
    uint32_t order; /* the order that this process follows */
    bool exposed;   /* other ranks have written into its memory, or may have */
    struct level levels[WORLD_LEVELS_MAX];
    char stack[STACK] __attribute__((aligned(64)));
};

static struct area *area; /* NULL: this process cannot be rewound */

/* Waits for the next order for this process, and rests through those in which it takes no part. */
static uint32_t await_order(struct world_rank *block)
{
    for (;;) {
        uint32_t order = atomic_load(&world->order);
        if (order == ORDER_END)
            GATE(SYS_exit_group, EXIT_FAILURE);
        if (order == area->order) {
            GATE(SYS_futex, &world->order, FUTEX_WAIT, order, 0);
            continue;
        }
        if (!block->stays)
            return order;
        area->order = order;
        atomic_store(&block->parked, order);
    }
}

/* Restores the rank and goes on. Runs on a stack of its own and makes system calls through the gate
 * only. */
static void rewind_begin_again(void)
{
    uint32_t order = await_order(&world->rank[world_rank]), target = world->target;
    const struct level *level = target > 0 ? &area->levels[target - 1] : NULL;
    bool dropped = effects_undo(&area->effects) || area->exposed;
    if (level)
        pages_restore_copies(area->pages, dropped, level->copies, level->count);
    else
        pages_restore(area->pages, dropped);
    area->order = order;
    gate_go(level ? &level->place : &area->start);
}

void rewind_save(void)
{
    if (world->rank[world_rank].plain)
        return;
    area = pages_shared(sizeof *area);
    if (!area || !effects_prepare(&area->effects, rewind_end)) {
        area = NULL;
        return;
    }
    area->order = atomic_load(&world->order);
    if (gate_here(&area->start) == 0 && !(area->pages = pages_save())) {
        area = NULL;
        return;
    }
    effects_watch(&area->effects);
}

uint32_t rewind_execution(void)
{
    return area && !area->effects.lost ? area->order : ORDER_NONE;
}

bool rewind_due(void)
{
    uint32_t mine = rewind_execution();
    return mine != ORDER_NONE &&
           (atomic_load_explicit(&world->order, memory_order_relaxed) != mine ||
            atomic_load_explicit(&world->over, memory_order_relaxed) == mine);
}

void rewind_rest(void)
{
    atomic_store(&world->rank[world_rank].parked, area->order);
    gate_switch(area->stack + STACK, rewind_begin_again);
}

void rewind_end(int status)
{
    struct world_rank *block = &world->rank[world_rank];
    if (rewind_execution() == ORDER_NONE)
        return;
    block->heap_top = heap_top();
    atomic_store(&block->status, (status & 0xff) << 8);
    atomic_store(&block->parked, area->order);
    atomic_store(&block->ended, 1);
    rank_ring_for((uint32_t)world_rank);
    rewind_rest();
}

/* Makes room for the pages of a level, with some to spare. */
static bool rewind_make_room(struct level *level, size_t count)
{
    if (count <= level->room)
        return true;
    if (level->room > 0)
        GATE(SYS_munmap, level->copies, level->room * PAGES_SIZE);
    level->room = count + count / 4;
    level->copies = pages_shared(level->room * PAGES_SIZE);
    if (!level->copies)
        level->room = 0;
    return level->copies != NULL;
}

static bool shares; /* rewound with the rest of memory */

void rewind_expose(void)
{
    atomic_store(&world->rank[world_rank].exposed, 1);
    if (area)
        area->exposed = true;
}

void rewind_share(void)
{
    shares = true;
}

bool rewind_mark(uint32_t number)
{
    struct world_rank *block = &world->rank[world_rank];
    struct level *level = &area->levels[number - 1];
    if (gate_here(&level->place) != 0) {
        effects_watch(&area->effects);
        return true;
    }
    bool done = effects_none(&area->effects) && !shares &&
                pages_written(area->pages, area->effects.dropped || area->exposed, &level->count) &&
                rewind_make_room(level, level->count);
    if (done)
        pages_copy(area->pages, level->copies, level->count);
    block->save_bytes = done ? (uint64_t)level->count * PAGES_SIZE : 0;
    block->heap_top = heap_top();
    atomic_store(&block->save, done ? SAVE_DONE : SAVE_REFUSED);
    return false;
}

#else

void rewind_save(void)
{
}

uint32_t rewind_execution(void)
{
    return ORDER_NONE;
}

bool rewind_due(void)
{
    return false;
}

void rewind_rest(void)
{
    abort();
}

void rewind_end(int status)
{
    (void)status;
}

void rewind_expose(void)
{
}

void rewind_share(void)
{
}

bool rewind_mark(uint32_t level)
{
    (void)level;
    return false;
}

#endif
