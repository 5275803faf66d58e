#include "runtime/world/rank/rank.h"

#include "runtime/world/rank/callers.h"
#include "runtime/world/rank/clock.h"
#include "runtime/world/rank/heap.h"
#include "runtime/world/rank/stacks.h"
#include "runtime/world/rewind/gate.h"
#include "runtime/world/rewind/rewind.h"
#include "runtime/world/rma/touches.h"

#include <sys/syscall.h>
#define PATIENCE_YIELD() GATE(SYS_sched_yield)
#include "runtime/world/rank/patience.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

struct world_segment *world;
int world_rank = -1;

static struct world_rank *mine;
static uint32_t operations; /* numbers given until now */
static struct patience patience;

static void futex_wake(_Atomic uint32_t *word)
{
    GATE(SYS_futex, word, FUTEX_WAKE, 1);
}

static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
    GATE(SYS_futex, word, FUTEX_WAIT, value, NULL);
}

/* Tells the scheduler that a rank has something for it. The bit is set before the bell: a scheduler
 * that has seen the bell sees the bit, and a rank that finds its bit set knows that the scheduler
 * has yet to look. */
static void call_scheduler(uint32_t rank, bool urgent)
{
    _Atomic uint64_t *calling = &world->calling[rank / 64];
    uint64_t bit = 1ULL << rank % 64;
    bool called = (atomic_load(calling) & bit) != 0;
    if (called && !urgent)
        return;
    if (!called)
        atomic_fetch_or(calling, bit);
    atomic_fetch_add(&world->bell, 1);
    uint32_t least = urgent ? SCHEDULER_DOZES : SCHEDULER_SLEEPS;
    if (atomic_load(&world->sleeping) >= least &&
        atomic_exchange(&world->sleeping, SCHEDULER_AWAKE) != SCHEDULER_AWAKE)
        futex_wake(&world->bell);
}

void rank_ring(void)
{
    call_scheduler((uint32_t)world_rank, true);
    GATE(SYS_sched_yield); /* a rank that asks again and again must not keep the core from the
                              scheduler */
}

void rank_ring_for(uint32_t rank)
{
    call_scheduler(rank, true);
}

/* A child that the program forks shares the segment and must leave the rank's ring alone. */
static bool forked;

static void note_fork(void)
{
    forked = true;
}

void rank_become(int rank)
{
    world_rank = rank;
    mine = &world->rank[rank];
    callers_alone = !world->executed;
    mine->threaded = world->executed;
    heap_open(world, rank);
    stacks_begin();
    pthread_atfork(NULL, NULL, note_fork);
}

void rank_began(void)
{
    if (forked)
        return; /* this process is a child of the rank */
    /* A rank started by exec has threads; one that started at main() would have to return there. */
    if (world->repeats && !world->executed && !world->at_main)
        rewind_save();
    atomic_store(&mine->began, patience_clock());
}

struct world_op rank_operation(enum op_kind kind, const struct world_call *at)
{
    if (kind != OP_TOUCHED)
        touches_tell();
    struct world_op operation = {
        .kind = (uint16_t)kind, .number = ++operations, .site = (uint64_t)(uintptr_t)at->site};
    strncpy(operation.call, at->name, WORLD_CALL - 1);
    return operation;
}

uint32_t rank_operations(void)
{
    return operations;
}

void rank_post(const struct world_op *operation)
{
    if (forked) {
        dprintf(STDERR_FILENO,
                "tutti: a process that rank %d forked called %s: only the rank may\n", world_rank,
                operation->call);
        _exit(EXIT_FAILURE);
    }
    if (rewind_due())
        rewind_rest();
    uint32_t posted = mine->posted, ahead;
    while ((ahead = posted - atomic_load(&mine->taken)) == WORLD_RING) {
        rank_ring();
        usleep(50);
    }
    mine->ring[posted % WORLD_RING] = *operation;
    atomic_store(&mine->posted, posted + 1);
    call_scheduler((uint32_t)world_rank,
                   (operation->flags & OP_WAITS) || ahead % (WORLD_RING / 2) == WORLD_RING / 2 - 1);
}

struct unwinding {
    uint64_t *stack;
    uint64_t from;
    int count;
};

static _Unwind_Reason_Code keep_frame(struct _Unwind_Context *context, void *data)
{
    struct unwinding *unwinding = data;
    uint64_t address = _Unwind_GetIP(context);
    if (unwinding->count == 0 && address != unwinding->from)
        return _URC_NO_REASON;
    if (unwinding->count == WORLD_STACK)
        return _URC_END_OF_STACK;
    unwinding->stack[unwinding->count++] = address;
    return _URC_NO_REASON;
}

void rank_stack(uint64_t *stack, uint64_t from)
{
    struct unwinding unwinding = {.stack = stack, .from = from};
    stack[0] = from;
    stack[1] = 0;
    _Unwind_Backtrace(keep_frame, &unwinding);
    if (unwinding.count > 0 && unwinding.count < WORLD_STACK)
        stack[unwinding.count] = 0;
}

static void tell_stack(struct world_lane *lane, uint64_t site)
{
    rank_stack(lane->stack, site);
    atomic_store(&lane->stack_wanted, 2);
    rank_ring();
}

/* The question that this thread has asked: the lane for its answer, `wake` of that lane before the
 * answer, and the site of the call. */
static uint32_t asked_in, answers;
static uint64_t asked_at;

static bool lane_used[WORLD_LANES];

static uint32_t lane_take(void)
{
    for (uint32_t lane = 0; lane < WORLD_LANES; lane++)
        if (!lane_used[lane]) {
            lane_used[lane] = true;
            return lane;
        }
    rank_stop("more than %d threads of rank %d wait in calls of MPI at once", WORLD_LANES,
              world_rank);
}

void rank_ask(struct world_op *operation)
{
    asked_in = lane_take();
    answers = atomic_load(&mine->lane[asked_in].wake);
    asked_at = world_site_address(operation->site);
    operation->flags |= OP_WAITS;
    operation->lane = (uint16_t)asked_in;
    rank_post(operation);
}

/* Waits in a lane other than the first, while another thread waits too: the process of such threads
 * is never rewound. */
static void await_beside(struct world_lane *lane, uint32_t wake, uint64_t site)
{
    for (;; wake++) {
        atomic_store(&lane->asleep, 1);
        while (atomic_load(&lane->wake) == wake)
            futex_wait(&lane->wake, wake);
        atomic_store_explicit(&lane->asleep, 0, memory_order_relaxed);
        if (atomic_load(&lane->stack_wanted) != 1)
            return;
        tell_stack(lane, site);
    }
}

static void await_first(struct world_lane *lane, uint32_t wake, uint64_t site)
{
    bool seen = patience_look(&patience, &lane->wake, wake);
    for (;;) {
        atomic_store_explicit(&mine->awaited, wake, memory_order_relaxed);
        atomic_store_explicit(&mine->resting, rewind_execution(), memory_order_release);
        atomic_store(&lane->asleep, 1);
        while (atomic_load(&lane->wake) == wake)
            futex_wait(&lane->wake, wake);
        atomic_store_explicit(&lane->asleep, 0, memory_order_relaxed);
        if (rewind_due())
            rewind_rest();
        atomic_store_explicit(&mine->resting, 0, memory_order_relaxed);
        if (!seen)
            patience_learn(&patience);
        uint32_t level = atomic_load(&mine->save);
        if (level != SAVE_NOTHING && level < SAVE_DONE) {
            answers = wake + 1; /* not the answer, only a request */
            if (rewind_mark(level))
                answers = mine->base;
            wake = answers;
            continue;
        }
        if (atomic_load(&lane->stack_wanted) != 1)
            break;
        wake++; /* not the answer, only a request */
        tell_stack(lane, site);
    }
}

const struct world_answer *rank_await(void)
{
    uint32_t in = asked_in, wake = answers;
    uint64_t site = asked_at;
    struct world_lane *lane = &mine->lane[in];
    struct caller *self = callers_open(&lane->wake, wake);
    if (in == 0)
        await_first(lane, wake, site);
    else
        await_beside(lane, wake, site);
    callers_close(self);
    lane_used[in] = false;
    return &lane->answer;
}

const struct world_answer *rank_wait(struct world_op *operation)
{
    rank_ask(operation);
    const struct world_answer *answer = rank_await();
    if (operation->flags & OP_POLLS)
        clock_poll(answer->flag != 0);
    return answer;
}

bool rank_crowded(void)
{
    return patience.crowded > 0;
}

const struct world_answer *rank_hear(void)
{
    uint32_t heard = mine->heard;
    if (heard == atomic_load_explicit(&mine->told, memory_order_acquire))
        return NULL;
    static struct world_answer copy;
    copy = mine->inbox[heard % WORLD_INBOX];
    atomic_store_explicit(&mine->heard, heard + 1, memory_order_release);
    return &copy;
}

void *rank_payload(size_t size, uint64_t *offset)
{
    *offset = heap_take(size);
    if (!*offset)
        rank_stop("the messages that rank %d has under way need more than %llu MiB", world_rank,
                  (unsigned long long)(world->heap_size >> 20));
    world_payload_at(world, *offset)->written = WORLD_WRITTEN;
    return (char *)world + *offset;
}

const void *rank_read(uint64_t offset)
{
    return (const char *)world + offset;
}

void rank_release(uint64_t offset)
{
    world_give_back(world, offset);
}

void *rank_memory(void *memory)
{
    if (!memory)
        rank_stop("out of memory in rank %d", world_rank);
    return memory;
}

void rank_stop(const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    int nobody = 0;
    if (!world) {
        dprintf(STDERR_FILENO, "tutti: %s\n", sentence);
    } else if (atomic_compare_exchange_strong(&world->stopper, &nobody,
                                              mine ? world_rank + 1 : -1)) {
        memcpy(world->message, sentence, sizeof sentence);
        if (mine)
            rank_stack(mine->end.stack, (uint64_t)(uintptr_t)__builtin_return_address(0));
        atomic_store(&world->failed, 1);
        rank_ring_for(mine ? (uint32_t)world_rank : 0);
    }
    syscall(SYS_exit_group, 3); /* _exit() would record itself as the rank's end */
    __builtin_unreachable();
}
