#include "world/findings/conflict.h"

#include "world/findings/left.h"
#include "world/schedule/access.h"

#include <string.h>

enum {
    KEPT_MAX = 2048,   /* limit on accesses kept for the memory of a rank; at the limit the older
                          half is forgotten */
    SWEEP_FIRST = 256, /* number of accesses at which to start looking for those that all ranks
                          know */
    WORD = 8,          /* bytes that a load reads at once */
};

struct kept {
    struct world_range range;
    int rank;
    uint32_t moment; /* operation of the rank in which the access is done */
    bool over;       /* at the last sweep every rank knew it */
};

struct kept_list {
    struct kept *list;
    size_t count, space, sweep;
};

/* Accesses of all ranks to the memory of one rank. */
struct conflict_target {
    struct kept_list accesses, touches;
};

/* The last fence of a rank that did not wait for others. */
struct opening {
    struct membership_key key;
    struct instant *knew;
    uint32_t moment;
    UT_hash_handle hh;
};

struct conflict {
    struct conflict_target *targets;
    struct opening *openings;
};

static struct conflict *conflict_of(struct scheduler *scheduler)
{
    if (!scheduler->conflict) {
        scheduler->conflict = pool_zero(scheduler->pool, 1, sizeof *scheduler->conflict);
        scheduler->conflict->targets = pool_zero(scheduler->pool, (size_t)scheduler->options.ranks,
                                                 sizeof *scheduler->conflict->targets);
    }
    return scheduler->conflict;
}

static struct opening *opening_of(struct scheduler *scheduler, int32_t context, int rank)
{
    struct membership_key key = {context, rank};
    struct opening *opening;
    HASH_FIND(hh, conflict_of(scheduler)->openings, &key, sizeof key, opening);
    return opening;
}

void conflict_fence(struct scheduler *scheduler, const struct operation *fence)
{
    if (!scheduler->order)
        return;
    struct opening *opening = opening_of(scheduler, fence->op.context, fence->rank);
    if (!opening) {
        opening = pool_zero(scheduler->pool, 1, sizeof *opening);
        opening->key = (struct membership_key){fence->op.context, fence->rank};
        HASH_ADD(hh, scheduler->conflict->openings, key, sizeof opening->key, opening);
    }
    instant_drop(opening->knew);
    opening->knew = instant_keep(fence->knew);
    opening->moment = fence->op.number;
}

/* Returns whether MPI allows two accumulates at the same time. They are atomic for each element, if
 * they use one basic datatype, and then only in the order of their origin (MPI 4.0, sections 12.7.1
 * and 12.7.2). */
static bool accumulates_may_meet(const struct kept *one, const struct kept *other)
{
    const struct world_range *first = &one->range, *second = &other->range;
    uint64_t apart = first->low > second->low ? first->low - second->low : second->low - first->low;
    if (first->basic != second->basic || apart % (first->unit ? first->unit : 1) != 0)
        return false;
    return one->rank == other->rank || first->reduction == 0 || second->reduction == 0 ||
           first->reduction == second->reduction;
}

/* Returns whether MPI allows both accesses at the same time, such as accumulates with the same
 * operation, or one of them and an access that only reads. */
static bool may_meet(const struct kept *one, const struct kept *other)
{
    const struct world_range *first = &one->range, *second = &other->range;
    bool atomic = first->flags & second->flags & RANGE_ATOMIC;
    if (!((first->flags | second->flags) & RANGE_WRITES))
        return true;
    if (atomic)
        return accumulates_may_meet(one, other);
    /* A load of one word that others change by accumulates sees the old value or the new one.
     * Programs build locks from this, under a lock of all windows. */
    const struct world_range *local = first->flags & RANGE_LOCAL ? first : second;
    return (local->flags & RANGE_LOCAL) && (local->flags & RANGE_LOCKED) &&
           !(local->flags & RANGE_WRITES) && ((first->flags | second->flags) & RANGE_ATOMIC) &&
           local->high - local->low <= WORD;
}

static bool is_one(const struct kept *one, const struct kept *other)
{
    bool local = (one->range.flags & other->range.flags & RANGE_LOCAL) != 0;
    return one->rank == other->rank && (local || one->range.serial == other->range.serial);
}

/* Compares an access with earlier ones; `began` is what was known when it could begin. */
static void conflict_compare(struct scheduler *scheduler, const struct kept *now,
                             const struct instant *began, const struct kept_list *with)
{
    for (size_t i = 0; i < with->count; i++) {
        const struct kept *before = &with->list[i];
        if (before->range.low >= now->range.high || now->range.low >= before->range.high ||
            is_one(before, now) || may_meet(before, now) ||
            instant_knows(began, before->rank, before->moment))
            continue;
        left_note_access(scheduler, now->rank, &now->range, before->rank, &before->range);
    }
}

static bool all_know(const struct scheduler *scheduler, const struct kept *kept)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (rank != kept->rank && !scheduler->ranks[rank].ended &&
            !instant_knows(order_now(scheduler, rank), kept->rank, kept->moment))
            return false;
    return true;
}

/* Forgets accesses that every rank knew at two sweeps. An operation that was called earlier and is
 * not applied yet may have missed the access at the first sweep, but not at the second. */
static void conflict_sweep(const struct scheduler *scheduler, struct kept_list *kept)
{
    size_t left = 0;
    for (size_t i = 0; i < kept->count; i++) {
        struct kept *each = &kept->list[i];
        bool over = all_know(scheduler, each);
        if (over && each->over)
            continue;
        each->over = over;
        kept->list[left++] = *each;
    }
    kept->count = left;
    if (left > KEPT_MAX) {
        kept->count -= left / 2;
        memmove(kept->list, kept->list + left / 2, kept->count * sizeof *kept->list);
    }
    kept->sweep = 2 * kept->count;
}

/* Returns an earlier access of the same rank that is the same and happened before this one; NULL:
 * none. Whoever does not know that access does not know this one either, so this one stands for
 * both. */
static struct kept *conflict_earlier(const struct kept_list *list, const struct kept *kept,
                                     const struct instant *began)
{
    for (size_t i = 0; i < list->count; i++) {
        struct kept *each = &list->list[i];
        const struct world_range *one = &each->range, *other = &kept->range;
        if (each->rank == kept->rank && one->site == other->site && one->low == other->low &&
            one->high == other->high && one->flags == other->flags &&
            one->reduction == other->reduction && instant_knows(began, each->rank, each->moment))
            return each;
    }
    return NULL;
}

static void conflict_keep(const struct scheduler *scheduler, struct kept_list *list,
                          const struct kept *kept, const struct instant *began)
{
    struct kept *same = conflict_earlier(list, kept, began);
    if (same) {
        *same = *kept;
        return;
    }
    if (list->count >= SWEEP_FIRST && list->count >= list->sweep)
        conflict_sweep(scheduler, list);
    list->list =
        pool_room(scheduler->pool, list->list, list->count, &list->space, sizeof *list->list);
    list->list[list->count++] = *kept;
}

/* Returns what was known when the operation could begin: not before it was called, the memory was
 * exposed, and the lock was granted. */
static struct instant *beginning_of(struct scheduler *scheduler, const struct operation *operation,
                                    const struct world_range *range)
{
    struct instant *began = instant_keep(order_at(scheduler, operation->rank, range->issued));
    instant_add(scheduler, &began, access_lock_known(scheduler, operation, range->target),
                operation->rank, range->issued);
    const struct opening *opening = opening_of(scheduler, operation->op.context, range->target);
    if (opening)
        instant_add(scheduler, &began, opening->knew, range->target, opening->moment);
    if (strcmp(operation->op.call, "MPI_Win_complete") == 0) /* this call has waited for
                                                                MPI_Win_post */
        instant_add(scheduler, &began, order_now(scheduler, operation->rank), operation->rank, 0);
    return began;
}

void conflict_access(struct scheduler *scheduler, const struct operation *operation,
                     uint32_t ranges)
{
    if (!scheduler->order)
        return;
    for (uint32_t i = 0; i < ranges; i++) {
        const struct world_range *range = &operation->ranges[i];
        if (range->flags & RANGE_COARSE)
            continue;
        struct conflict_target *target = &conflict_of(scheduler)->targets[range->target];
        struct kept kept = {
            .range = *range, .rank = operation->rank, .moment = operation->op.number};
        struct instant *began = beginning_of(scheduler, operation, range);
        conflict_compare(scheduler, &kept, began, &target->accesses);
        conflict_compare(scheduler, &kept, began, &target->touches);
        conflict_keep(scheduler, &target->accesses, &kept, began);
        instant_drop(began);
    }
}

void conflict_touched(struct scheduler *scheduler, int rank, const struct world_op *op)
{
    const struct world_range *ranges = scheduler->taken.payload.bytes;
    for (uint32_t i = 0; scheduler->order && i < op->access.ranges; i++) {
        struct conflict_target *target = &conflict_of(scheduler)->targets[ranges[i].target];
        struct kept kept = {.range = ranges[i], .rank = rank, .moment = op->number};
        struct instant *began = instant_keep(order_at(scheduler, rank, ranges[i].issued));
        instant_add(scheduler, &began, NULL, rank, ranges[i].issued);
        conflict_compare(scheduler, &kept, began, &target->accesses);
        if (ranges[i].flags & RANGE_SHARED)
            conflict_compare(scheduler, &kept, began, &target->touches);
        conflict_keep(scheduler, &target->touches, &kept, began);
        instant_drop(began);
    }
    scheduler_give_back(scheduler, op->payload);
}
