#include "runtime/world/rank/stacks.h"

#include "runtime/world/checksum.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rank/rank.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unwind.h>

enum {
    TRIES = 16,           /* table entries examined for one call */
    FRAME_WORDS = 1 << 20 /* limit on the distance of a return address from the frame */
};

static pthread_t first_thread;
static bool begun;
static atomic_flag busy = ATOMIC_FLAG_INIT; /* set while a thread adds a stack */

void stacks_begin(void)
{
    first_thread = pthread_self();
    begun = true;
}

static bool stacks_holds(const struct world_stack *stack, const uint64_t *frame)
{
    for (int i = 0; i < WORLD_STACK && stack->addresses[i]; i++)
        if (frame[stack->places[i]] != stack->addresses[i])
            return false;
    return true;
}

/* Returns whether the entry is the stack of this call, as far as can be told without unwinding. */
static bool stacks_is_known(const struct world_stack *stack, const void *site,
                            const uint64_t *frame)
{
    return stack->frame == (uintptr_t)frame && stack->addresses[0] == (uintptr_t)site &&
           stacks_holds(stack, frame);
}

struct unwound {
    struct world_stack stack;
    const uint64_t *frame;
    int count;
    bool placed; /* each address was found in memory where unwinding expects it */
};

/* Notes where the return address lies on the stack; false: it is not there. On x86-64 it lies just
 * below the end of the calling frame; on other machines it need not. */
static bool stacks_find_place(struct unwound *unwound, uint64_t frame_end)
{
    uint64_t start = (uintptr_t)unwound->frame, at = frame_end - sizeof(uint64_t);
    uint64_t words = (at - start) / sizeof(uint64_t);
    if (at < start || words >= FRAME_WORDS || at % sizeof(uint64_t) != 0 ||
        unwound->frame[words] != unwound->stack.addresses[unwound->count])
        return false;
    unwound->stack.places[unwound->count] = (uint32_t)words;
    return true;
}

static _Unwind_Reason_Code rank_stacks_keep(struct _Unwind_Context *context, void *data)
{
    struct unwound *unwound = data;
    uint64_t address = _Unwind_GetIP(context);
    if (unwound->count == 0 && address != unwound->stack.addresses[0])
        return _URC_NO_REASON;
    if (unwound->count == WORLD_STACK || address == 0)
        return _URC_END_OF_STACK;
    unwound->stack.addresses[unwound->count] = address;
    unwound->placed = unwound->placed && stacks_find_place(unwound, _Unwind_GetCFA(context));
    unwound->count++;
    return _URC_NO_REASON;
}

static uint64_t hash_stack(const struct world_stack *stack)
{
    uint64_t hash = checksum_number(stack->frame, stack->addresses[0]);
    for (int i = 1; !stack->frame && i < WORLD_STACK && stack->addresses[i]; i++)
        hash = checksum_number(hash, stack->addresses[i]);
    return hash;
}

static bool stacks_is_same(const struct world_stack *stack, const struct world_stack *other)
{
    return stack->frame == other->frame &&
           memcmp(stack->addresses, other->addresses, sizeof stack->addresses) == 0;
}

/* Adds a stack and returns its number; 0: there is no room, or another thread is adding. Another
 * thread may have added the same stack meanwhile. */
static uint32_t stacks_add(struct world_rank *block, const struct world_stack *stack)
{
    uint64_t at = hash_stack(stack);
    uint32_t number = 0;
    if (atomic_flag_test_and_set(&busy))
        return 0;
    for (int i = 0; i < TRIES && !number; i++, at++) {
        uint16_t *place = &block->stack_table[at % WORLD_STACK_TABLE];
        if (*place && stacks_is_same(&block->stacks[*place - 1], stack))
            number = *place;
        if (*place || block->stack_count == WORLD_STACKS)
            continue;
        block->stacks[block->stack_count] = *stack;
        number = ++block->stack_count;
        *place = (uint16_t)number;
    }
    atomic_flag_clear(&busy);
    return number;
}

static uint32_t unwind_call(struct world_rank *block, const char *call, const void *site,
                            const uint64_t *frame)
{
    struct unwound unwound = {.frame = frame, .placed = frame != NULL};
    unwound.stack.addresses[0] = (uintptr_t)site;
    _Unwind_Backtrace(rank_stacks_keep, &unwound);
    if (unwound.count == 0)
        return 0;
    strncpy(unwound.stack.call, call, WORLD_CALL - 1);
    unwound.stack.frame = unwound.placed ? (uintptr_t)frame : 0;
    return stacks_add(block, &unwound.stack);
}

static uint32_t stacks_find(struct world_rank *block, const void *site, const uint64_t *frame)
{
    uint64_t at = checksum_number((uintptr_t)frame, (uintptr_t)site);
    for (int i = 0; i < TRIES; i++, at++) {
        uint32_t number = block->stack_table[at % WORLD_STACK_TABLE];
        if (number == 0)
            return 0;
        if (stacks_is_known(&block->stacks[number - 1], site, frame))
            return number;
    }
    return 0;
}

static const void *with_number(const void *site, uint32_t number)
{
    uint64_t kept = world_site_address((uintptr_t)site) | (uint64_t)number << WORLD_SITE_BITS;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): nobody follows it */
    return (const void *)(uintptr_t)kept;
}

const void *stacks_keep(const char *call, const void *site, const void *frame)
{
    if (!begun || !world || world_rank < 0)
        return site;
    struct world_rank *block = &world->rank[world_rank];
    const uint64_t *steady = pthread_equal(pthread_self(), first_thread) ? frame : NULL;
    uint32_t number = steady ? stacks_find(block, site, steady) : 0;
    /* Unwinding takes long enough to change the order in which threads call. */
    if (!number && callers_alone && block->stack_count < WORLD_STACKS)
        number = unwind_call(block, call, site, steady);
    return with_number(site, number);
}

const void *stacks_take(const char *call, const void *site)
{
    struct world_rank *block = &world->rank[world_rank];
    if (!begun || block->stack_count >= WORLD_STACKS)
        return site;
    return with_number(site, unwind_call(block, call, site, NULL));
}
