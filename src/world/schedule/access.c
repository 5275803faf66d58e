/* access.c: one-sided communication: decides which rank accesses memory next, or gets a lock.
 *
 * The origin applies its operations itself, and asks the scheduler first. When no rank runs, all
 * accesses without a conflict are granted; of those that conflict, one at a time, so that their
 * order is a choice. A rank has finished its access before the next choice, which is made only when
 * no rank runs. Locks that are wanted and free are granted in the same way. */
#include "world/schedule/access.h"

#include "world/choice/choices.h"
#include "world/findings/conflict.h"
#include "world/record/follow.h"

#include <stdlib.h>
#include <string.h>

/* Identifies the lock of one rank's part of a window. */
struct lock_key {
    int32_t context, target;
};

struct lock {
    struct lock_key key;
    int32_t *holders;
    size_t count, space;
    bool exclusive;
    /* In a search: what the ranks that released it had seen; of exclusive locks, and of all. */
    struct cause *exclusive_end, *end;
    /* What was known when it was released (order.h), and of each holder when it got the lock. */
    struct instant *exclusive_over, *over, **given;
    UT_hash_handle hh;
};

static struct lock *lock_of(struct scheduler *scheduler, const struct world_op *op)
{
    struct lock_key key = {op->context, op->lock.target};
    struct lock *lock;
    HASH_FIND(hh, scheduler->locks, &key, sizeof key, lock);
    if (lock)
        return lock;
    lock = pool_zero(scheduler->pool, 1, sizeof *lock);
    lock->key = key;
    HASH_ADD(hh, scheduler->locks, key, sizeof lock->key, lock);
    return lock;
}

void access_post(struct scheduler *scheduler, struct operation *operation)
{
    const struct world_op *op = &operation->op;
    if (op->kind != OP_ACCESS)
        return;
    size_t size = op->access.ranges * sizeof *operation->ranges;
    operation->ranges = pool_zero(scheduler->pool, 1, size + 1);
    memcpy(operation->ranges, scheduler->taken.payload.bytes, size);
}

/* Returns the first range of an access; NULL: it has none, or the operation is no access. */
static const struct world_range *first_range(const struct operation *operation)
{
    return operation->op.kind == OP_ACCESS && operation->op.access.ranges > 0 ? operation->ranges
                                                                              : NULL;
}

/* Returns whether the operation accesses the same memory as the last one of its rank. */
static bool access_is_same(const struct spin *spin, const struct operation *operation)
{
    const struct world_range *first = first_range(operation);
    return spin->site == operation->op.site && spin->low == (first ? first->low : 0) &&
           spin->target == (first ? first->target : -1);
}

static void note_grant(struct scheduler *scheduler, const struct operation *operation)
{
    struct spin *spin = &scheduler->ranks[operation->rank].spin;
    const struct world_range *first = first_range(operation);
    if (!access_is_same(spin, operation))
        *spin = (struct spin){.site = operation->op.site,
                              .low = first ? first->low : 0,
                              .target = first ? first->target : -1};
    spin->granted = ++scheduler->grants;
}

void access_applied(struct scheduler *scheduler, int rank, const struct world_op *op)
{
    struct spin *spin = &scheduler->ranks[rank].spin;
    scheduler->ranks[rank].accesses -= scheduler->ranks[rank].accesses > 0;
    if (op->applied.changed) {
        spin->times = spin->idle = 0;
        scheduler->changes++;
        return;
    }
    spin->times++;
    spin->idle = spin->seen == scheduler->changes ? spin->idle + 1 : 0;
    spin->seen = scheduler->changes;
}

void access_unlock(struct scheduler *scheduler, int rank, const struct world_op *op)
{
    struct lock *lock = lock_of(scheduler, op);
    for (size_t i = 0; i < lock->count; i++)
        if (lock->holders[i] == rank) {
            lock->holders[i] = lock->holders[--lock->count];
            break;
        }
    if (scheduler->order) {
        const struct instant *now = order_now(scheduler, rank);
        instant_add(scheduler, &lock->over, now, rank, op->number);
        if (lock->exclusive)
            instant_add(scheduler, &lock->exclusive_over, now, rank, op->number);
    }
    if (scheduler->known) {
        struct cause *seen = scheduler->known->ranks[rank].seen;
        cause_add(&lock->end, seen);
        if (lock->exclusive)
            cause_add(&lock->exclusive_end, seen);
        for (size_t i = scheduler->known->grant_count; i > 0; i--) {
            struct known_grant *grant = &scheduler->known->grants[i - 1];
            if (grant->kind != OP_LOCK || grant->rank != rank || grant->context != op->context ||
                grant->target != op->lock.target)
                continue;
            grant->release = cause_keep(seen);
            break;
        }
    }
}

bool access_is(const struct operation *operation)
{
    return operation->op.kind == OP_ACCESS || operation->op.kind == OP_LOCK;
}

bool access_is_free(struct scheduler *scheduler, const struct operation *operation)
{
    if (operation->op.kind == OP_ACCESS)
        return !access_is_same(&scheduler->ranks[operation->rank].spin, operation) ||
               scheduler->ranks[operation->rank].spin.idle < LOOKS_MAX;
    const struct lock *lock = lock_of(scheduler, &operation->op);
    return lock->count == 0 || (!lock->exclusive && !operation->op.lock.exclusive);
}

size_t access_holders(struct scheduler *scheduler, const struct operation *operation, int *ranks)
{
    const struct lock *lock = lock_of(scheduler, &operation->op);
    size_t count = lock->count < WORLD_RANKS_MAX ? lock->count : WORLD_RANKS_MAX;
    for (size_t i = 0; i < count; i++)
        ranks[i] = lock->holders[i];
    return count;
}

/* Returns whether two accesses must not run at the same time: the kernel copies, it does not add.
 */
static bool ranges_meet(const struct world_range *one, const struct world_range *other)
{
    return one->target == other->target && one->low < other->high && other->low < one->high &&
           ((one->flags | other->flags) & RANGE_WRITES);
}

static bool ranges_conflict(const struct world_range *one, const struct world_range *other)
{
    return ranges_meet(one, other) && !(one->group != 0 && one->group == other->group);
}

bool access_conflict(const struct asking *one, const struct asking *other)
{
    if (one->rank == other->rank || one->kind != other->kind)
        return false;
    if (one->kind == OP_LOCK)
        return one->context == other->context && one->target == other->target &&
               (one->exclusive || other->exclusive);
    for (uint32_t i = 0; i < one->range_count; i++)
        for (uint32_t j = 0; j < other->range_count; j++)
            if (ranges_conflict(&one->ranges[i], &other->ranges[j]))
                return true;
    return false;
}

struct asking access_asking(const struct operation *operation, uint32_t range_count)
{
    struct asking asking = {.kind = operation->op.kind,
                            .rank = operation->rank,
                            .ranges = operation->ranges,
                            .range_count = range_count,
                            .context = operation->op.context};
    if (operation->op.kind == OP_LOCK) {
        asking.target = operation->op.lock.target;
        asking.exclusive = operation->op.lock.exclusive;
    }
    return asking;
}

static struct asking asking_all(const struct operation *operation)
{
    return access_asking(operation,
                         operation->op.kind == OP_ACCESS ? operation->op.access.ranges : 0);
}

/* Returns how many ranges are applied at once in a search, which tries every order: an atomic
 * element whose order with others is visible is applied alone. */
uint32_t access_first_ranges(const struct operation *operation)
{
    const struct world_range *ranges = operation->ranges;
    uint32_t count = 0, all = operation->op.access.ranges;
    while (count < all) {
        const struct world_range *range = &ranges[count];
        bool alone = (range->flags & RANGE_ATOMIC) && range->group == 0;
        if (alone && count > 0 && ranges[0].piece != range->piece)
            break;
        count++;
        if (alone && (count == all || ranges[count].piece != range->piece))
            break;
    }
    return count;
}

/* A new holder comes after those that released the lock, unless all of them only shared it. */
static void note_given(struct scheduler *scheduler, struct lock *lock, struct operation *operation)
{
    struct instant *before = lock->exclusive ? lock->over : lock->exclusive_over;
    if (!scheduler->order)
        return;
    order_after_instant(scheduler, operation, before);
    if (!lock->given)
        lock->given =
            pool_zero(scheduler->pool, (size_t)scheduler->options.ranks, sizeof *lock->given);
    instant_drop(lock->given[operation->rank]);
    lock->given[operation->rank] = instant_keep(before);
}

const struct instant *access_lock_known(struct scheduler *scheduler,
                                        const struct operation *operation, int target)
{
    struct lock_key key = {operation->op.context, target};
    struct lock *lock;
    HASH_FIND(hh, scheduler->locks, &key, sizeof key, lock);
    return lock && lock->given ? lock->given[operation->rank] : NULL;
}

void access_grant(struct scheduler *scheduler, struct operation *operation, uint32_t ranges)
{
    struct world_answer answer = {.flag = 1};
    note_grant(scheduler, operation);
    if (operation->op.kind == OP_LOCK) {
        struct lock *lock = lock_of(scheduler, &operation->op);
        lock->holders = pool_room(scheduler->pool, lock->holders, lock->count, &lock->space,
                                  sizeof *lock->holders);
        lock->holders[lock->count++] = operation->rank;
        lock->exclusive = operation->op.lock.exclusive;
        note_given(scheduler, lock, operation);
        scheduler->changes++;
    } else {
        scheduler->ranks[operation->rank].accesses++;
        if (ranges > 0)
            answer.value = 1 + (uint64_t)operation->ranges[ranges - 1].piece;
        conflict_access(scheduler, operation, ranges);
    }
    scheduler_complete(scheduler, operation, &answer);
}

struct asking access_granted(const struct known_grant *grant)
{
    return (struct asking){.kind = grant->kind,
                           .rank = grant->rank,
                           .ranges = grant->ranges,
                           .range_count = grant->range_count,
                           .context = grant->context,
                           .target = grant->target,
                           .exclusive = grant->exclusive};
}

static void keep_grant(struct scheduler *scheduler, const struct asking *asking)
{
    struct known *known = scheduler->known;
    size_t size = asking->range_count * sizeof *asking->ranges;
    known->grants = pool_room(scheduler->pool, known->grants, known->grant_count,
                              &known->grant_space, sizeof *known->grants);
    struct known_grant *grant = &known->grants[known->grant_count++];
    *grant = (struct known_grant){.place = known->count - 1,
                                  .kind = asking->kind,
                                  .rank = asking->rank,
                                  .ranges = pool_zero(scheduler->pool, 1, size + 1),
                                  .range_count = asking->range_count,
                                  .context = asking->context,
                                  .target = asking->target,
                                  .exclusive = asking->exclusive};
    if (size > 0)
        memcpy(grant->ranges, asking->ranges, size);
}

/* The access comes after all that conflict with it; a lock after the ranks that released it. */
void access_choose(struct scheduler *scheduler, struct operation *operation)
{
    struct known *known = scheduler->known;
    struct node *node = &known->nodes[known->count - 1];
    bool is_lock = operation->op.kind == OP_LOCK;
    uint32_t ranges = is_lock ? 0 : access_first_ranges(operation);
    const struct asking asking = access_asking(operation, ranges);
    struct cause *cause = cause_keep(operation->posted);
    for (size_t i = 0; i < known->grant_count; i++) {
        const struct asking before = access_granted(&known->grants[i]);
        if (access_conflict(&asking, &before))
            cause_add(&cause, known->nodes[known->grants[i].place].cause);
    }
    if (is_lock) {
        const struct lock *lock = lock_of(scheduler, &operation->op);
        cause_add(&cause, asking.exclusive ? lock->end : lock->exclusive_end);
    }
    known_add_cause(scheduler, &cause, node->name);
    node->cause = cause_keep(cause);
    cause_drop(operation->done);
    operation->done = cause;
    keep_grant(scheduler, &asking);
    access_grant(scheduler, operation, ranges);
}

size_t access_waiting(struct scheduler *scheduler, struct operation **list)
{
    size_t count = 0;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        struct operation *waiting = scheduler->ranks[rank].waiting;
        /* One thread of a rank has its turn at a time. */
        while (waiting && !(access_is(waiting) && access_is_free(scheduler, waiting)))
            waiting = waiting->beside;
        if (waiting && !scheduler->ranks[rank].ended)
            list[count++] = waiting;
    }
    return count;
}

static uint64_t turn_of(const struct scheduler *scheduler, const struct operation *operation)
{
    const struct spin *spin = &scheduler->ranks[operation->rank].spin;
    /* A rank that only reads the same memory again comes after all others. */
    bool again = access_is_same(spin, operation) && spin->times > 0;
    return spin->granted | (uint64_t)again << 63;
}

static void sort_by_turn(const struct scheduler *scheduler, struct operation **list, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && turn_of(scheduler, list[j]) < turn_of(scheduler, list[j - 1]);
             j--) {
            struct operation *other = list[j];
            list[j] = list[j - 1];
            list[j - 1] = other;
        }
}

/* Moves all that conflict with the first, directly or through others, next to it. */
size_t access_circle(const struct scheduler *scheduler, struct operation **list, size_t count)
{
    size_t members = 1;
    sort_by_turn(scheduler, list, count);
    for (size_t i = 0; i < members; i++)
        for (size_t j = members; j < count; j++) {
            const struct asking one = asking_all(list[i]), other = asking_all(list[j]);
            if (!access_conflict(&one, &other))
                continue;
            struct operation *found = list[j];
            memmove(list + members + 1, list + members, (j - members) * sizeof *list);
            list[members++] = found;
        }
    sort_by_turn(scheduler, list, members);
    return members;
}

bool access_spins(const struct scheduler *scheduler, const struct operation *operation,
                  uint32_t bound)
{
    const struct spin *spin = &scheduler->ranks[operation->rank].spin;
    return access_is_same(spin, operation) && spin->times > bound;
}

/* Returns whether it overlaps one of the ranges granted before. */
static bool access_meets(const struct operation *operation, const struct world_range *ranges,
                         size_t count)
{
    for (uint32_t i = 0; operation->op.kind == OP_ACCESS && i < operation->op.access.ranges; i++)
        for (size_t j = 0; j < count; j++)
            if (ranges_meet(&operation->ranges[i], &ranges[j]))
                return true;
    return false;
}

/* A rank that only gives others their turn (MPI_Win_sync) waits while these have something to do.
 */
bool access_grant_all(struct scheduler *scheduler)
{
    struct operation *list[WORLD_RANKS_MAX];
    size_t count = access_waiting(scheduler, list), first = 0, members, going = 0, space = 0;
    struct world_range *gone = NULL;
    bool any = false;
    for (; first < count; first += members) {
        members = access_circle(scheduler, list + first, count - first);
        struct operation *next = list[first];
        bool idle = next->op.kind == OP_ACCESS && next->op.access.ranges == 0;
        if ((idle && any) || access_meets(next, gone, going))
            continue;
        if (members > 1)
            next = list[first + follow_choice(scheduler, CHOICE_ACCESS, next, members)];
        uint32_t ranges = next->op.kind == OP_LOCK ? 0 : next->op.access.ranges;
        for (uint32_t i = 0; i < ranges; i++) {
            gone = memory_room(gone, going, &space, sizeof *gone);
            gone[going++] = next->ranges[i];
        }
        access_grant(scheduler, next, ranges);
        any = true;
    }
    free(gone);
    return any;
}
