/* collect.c: matches the n-th collective of each member of a communicator with those of the other
 * members. */
#include "world/schedule/collect.h"

#include "world/choice/known.h"
#include "world/findings/conflict.h"
#include "world/findings/place.h"
#include "world/schedule/intake.h"

#include <stdlib.h>
#include <string.h>

static struct membership *membership_of(struct scheduler *scheduler, int32_t context, int rank)
{
    struct membership_key key = {context, rank};
    struct membership *membership;
    HASH_FIND(hh, scheduler->memberships, &key, sizeof key, membership);
    if (!membership) {
        membership = pool_zero(scheduler->pool, 1, sizeof *membership);
        membership->key = key;
        HASH_ADD(hh, scheduler->memberships, key, sizeof membership->key, membership);
    }
    return membership;
}

static uint64_t table_offset(const struct scheduler *scheduler, uint32_t table)
{
    return scheduler->shared.tables +
           (uint64_t)table * (uint64_t)scheduler->options.ranks * sizeof(uint64_t);
}

static uint64_t *table_at(const struct scheduler *scheduler, uint32_t table)
{
    return (uint64_t *)((char *)scheduler->segment + table_offset(scheduler, table));
}

/* Reserves a table of payloads; returns false if there is no room. */
static bool table_take(struct scheduler *scheduler, uint32_t *table)
{
    if (scheduler->free_table_count > 0) {
        *table = scheduler->free_tables[--scheduler->free_table_count];
        return true;
    }
    if (table_offset(scheduler, scheduler->table_count + 1) > scheduler->shared.begin)
        return false;
    *table = scheduler->table_count++;
    return true;
}

/* Reserves `count` new contexts, and returns the first. */
static int32_t context_take(struct scheduler *scheduler, uint32_t count)
{
    int32_t first = scheduler->next_context;
    if (first > WORLD_CONTEXT_PARTITIONED - (int32_t)count) /* more than any program makes */
        return first;
    scheduler->next_context += (int32_t)count;
    return first;
}

static void table_give(struct scheduler *scheduler, uint32_t table)
{
    scheduler->free_tables =
        pool_room(scheduler->pool, scheduler->free_tables, scheduler->free_table_count,
                  &scheduler->free_table_space, sizeof *scheduler->free_tables);
    scheduler->free_tables[scheduler->free_table_count++] = table;
}

static struct roster *roster_of(const struct scheduler *scheduler, int32_t context)
{
    struct roster *roster;
    HASH_FIND(hh, scheduler->rosters, &context, sizeof context, roster);
    return roster;
}

static void roster_add(struct scheduler *scheduler, int32_t context, const int32_t *ranks,
                       uint32_t count)
{
    struct roster *roster = pool_zero(scheduler->pool, 1, sizeof *roster);
    roster->context = context;
    roster->count = count;
    roster->ranks = pool_zero(scheduler->pool, count, sizeof *roster->ranks);
    memcpy(roster->ranks, ranks, count * sizeof *ranks);
    HASH_ADD(hh, scheduler->rosters, context, sizeof roster->context, roster);
}

void collect_start(struct scheduler *scheduler)
{
    int32_t all[WORLD_RANKS_MAX] = {0};
    for (int32_t rank = 0; rank < scheduler->options.ranks; rank++) {
        all[rank] = rank;
        roster_add(scheduler, WORLD_CONTEXT_SELF + rank, &rank, 1);
    }
    roster_add(scheduler, WORLD_CONTEXT_WORLD, all, (uint32_t)scheduler->options.ranks);
}

void collect_members(struct scheduler *scheduler, const struct world_op *op)
{
    if (!roster_of(scheduler, op->context)) {
        const struct op_announcement *announcement = &op->announcement;
        roster_add(scheduler, op->context, scheduler->taken.payload.bytes, announcement->members);
        roster_of(scheduler, op->context)->is_window = announcement->is_window;
        if (announcement->is_window)
            order_start(scheduler);
    }
    scheduler_give_back(scheduler, op->payload);
}

bool collect_is_window(const struct scheduler *scheduler, int32_t context)
{
    const struct roster *roster = roster_of(scheduler, context);
    return roster && roster->is_window;
}

/* Returns the context in which a collective is counted. */
static int32_t context_of(struct scheduler *scheduler, const struct world_op *op)
{
    const struct op_collective *collective = &op->collective;
    if (op->flags & OP_PERSISTENT)
        return collective->counted_in;
    if (!(op->flags & OP_SUBSET))
        return op->context;
    size_t length = (2 + (size_t)collective->members) * sizeof(int32_t);
    int32_t *key = pool_zero(scheduler->pool, 1, length);
    key[0] = op->context;
    key[1] = collective->tag;
    memcpy(key + 2, scheduler->taken.list.bytes, collective->members * sizeof *key);
    struct subset *subset;
    HASH_FIND(hh, scheduler->subsets, key, length, subset);
    if (subset) {
        pool_free(key);
        return subset->context;
    }
    subset = pool_zero(scheduler->pool, 1, sizeof *subset);
    subset->context = context_take(scheduler, 1);
    subset->length = length;
    subset->key = key;
    HASH_ADD_KEYPTR(hh, scheduler->subsets, subset->key, subset->length, subset);
    roster_add(scheduler, subset->context, key + 2, collective->members);
    return subset->context;
}

/* Returns the collective that the operation belongs to; NULL: there is no room for another one. */
static struct instance *instance_of(struct scheduler *scheduler, const struct operation *operation)
{
    int32_t context = context_of(scheduler, &operation->op);
    struct membership *membership = membership_of(scheduler, context, operation->rank);
    struct instance_key key = {context, membership->sequence++};
    struct instance *instance;
    HASH_FIND(hh, scheduler->instances, &key, sizeof key, instance);
    if (instance)
        return instance;
    uint32_t table;
    if (!table_take(scheduler, &table))
        return NULL;
    instance = pool_zero(scheduler->pool, 1, sizeof *instance);
    instance->key = key;
    instance->members = operation->op.collective.members;
    instance->operations =
        pool_zero(scheduler->pool, instance->members, sizeof *instance->operations);
    instance->table = table;
    if (operation->op.flags & OP_CONSTRUCTS)
        instance->context_base = (uint64_t)context_take(scheduler, instance->members);
    HASH_ADD(hh, scheduler->instances, key, sizeof instance->key, instance);
    return instance;
}

static void instance_free(struct scheduler *scheduler, struct instance *instance)
{
    HASH_DEL(scheduler->instances, instance);
    table_give(scheduler, instance->table);
    pool_free(instance->operations);
    pool_free(instance);
}

/* Returns whether a member of an inter-communicator is in the second group. */
static bool in_second(const struct op_collective *op, uint32_t index)
{
    return op->first_group > 0 && index >= op->first_group;
}

/* Returns whether two members can mean the same root. */
static bool roots_agree(const struct op_collective *one, const struct op_collective *other)
{
    if (one->root == WORLD_ROOT_ELSEWHERE && other->root == WORLD_ROOT_ELSEWHERE)
        return in_second(one, one->index) == in_second(other, other->index);
    if (one->root == WORLD_ROOT_ELSEWHERE)
        return other->root != (int32_t)one->index &&
               in_second(other, (uint32_t)other->root) == in_second(one, one->index);
    if (other->root == WORLD_ROOT_ELSEWHERE)
        return roots_agree(other, one);
    return one->root == other->root;
}

static const char *root_name(struct arena *arena, const struct op_collective *op)
{
    if (op->root == WORLD_ROOT_ELSEWHERE)
        return "MPI_PROC_NULL";
    if (op->first_group > 0 && op->root == (int32_t)op->index)
        return "MPI_ROOT";
    int32_t first = in_second(op, (uint32_t)op->root) ? (int32_t)op->first_group : 0;
    return arena_printf(arena, "%d", op->root - first);
}

/* The calls that meet must agree (MPI 4.0, section 6.14). */
static void check_agreement(struct scheduler *scheduler, const struct operation *first,
                            const struct operation *second)
{
    struct arena *arena = &scheduler->document->arena;
    if (first->rank > second->rank) { /* the same report whoever came first */
        const struct operation *swapped = first;
        first = second;
        second = swapped;
    }
    const struct world_op *one = &first->op, *other = &second->op;
    const char *alike = one->collective.alike, *other_alike = other->collective.alike;
    bool arguments = (one->flags & (OP_CONSTRUCTS | OP_OF_FILE)) != 0;
    if (strcmp(one->call, other->call) != 0)
        place_report(scheduler, "mismatch.collective", first, second,
                     arena_printf(arena, "rank %d calls %s where rank %d calls %s", first->rank,
                                  one->call, second->rank, other->call),
                     "All ranks of a communicator must call the same collectives in the same "
                     "order.");
    else if (!roots_agree(&one->collective, &other->collective))
        place_report(scheduler, "mismatch.root", first, second,
                     arena_printf(arena, "%s with root %s on rank %d and root %s on rank %d",
                                  one->call, root_name(arena, &one->collective), first->rank,
                                  root_name(arena, &other->collective), second->rank),
                     "All ranks must name the same root.");
    else if (alike[0] && other_alike[0] && strcmp(alike, other_alike) != 0)
        place_report(scheduler, arguments ? "mismatch.collective" : "mismatch.op", first, second,
                     arena_printf(arena, "%s with %s on rank %d and %s on rank %d", one->call,
                                  alike, first->rank, other_alike, second->rank),
                     arguments ? "All ranks must give the same arguments."
                               : "All ranks must reduce with the same operation.");
}

/* A member that agrees with one other agrees with all, except about the root of an
 * inter-communicator. */
static void check_all(struct scheduler *scheduler, const struct instance *instance,
                      const struct operation *operation)
{
    bool enough = false;
    for (uint32_t i = 0; i < instance->members && !enough; i++) {
        if (!instance->operations[i])
            continue;
        check_agreement(scheduler, instance->operations[i], operation);
        enough = operation->op.collective.first_group == 0 || scheduler->stopped;
    }
}

/* Returns how many times the operation needs the member: a neighbour may be needed by several
 * edges. */
static uint32_t needs_at_least(const struct operation *operation, uint32_t index)
{
    const struct op_collective *op = &operation->op.collective;
    if (!operation->needs)
        return index >= op->need && index - op->need < op->need_count;
    uint32_t times = 0;
    for (uint32_t i = 0; i < op->need_count; i++)
        times += operation->needs[i] == index;
    return times;
}

static uint32_t collect_needs(const struct operation *operation, uint32_t index)
{
    return operation->waits_for_all ? 1 : needs_at_least(operation, index);
}

static void copy_needs(const struct scheduler *scheduler, struct operation *operation)
{
    size_t size = operation->op.collective.need_count * sizeof *operation->needs;
    operation->needs = pool_zero(scheduler->pool, 1, size + sizeof *operation->needs);
    memcpy(operation->needs, scheduler->taken.list.bytes, size);
}

/* Completes the call as early as MPI allows, so that a program that depends on synchronisation
 * fails here. */
static void collect_leave(struct scheduler *scheduler, struct operation *operation)
{
    const struct instance *instance = operation->instance;
    for (uint32_t i = 0; i < instance->members; i++)
        if (instance->operations[i] && collect_needs(operation, i)) {
            history_needs(operation, instance->operations[i]);
            cause_add(&operation->done, instance->operations[i]->posted);
            order_after(scheduler, operation, instance->operations[i]);
        }
    scheduler_complete(scheduler, operation,
                       &(struct world_answer){.flag = 1,
                                              .payload = table_offset(scheduler, instance->table),
                                              .value = instance->context_base});
}

/* A member has arrived: completes the calls that waited only for it, and its own if possible. */
static void collect_arrive(struct scheduler *scheduler, struct instance *instance,
                           struct operation *arrived)
{
    uint32_t index = arrived->op.collective.index;
    instance->operations[index] = arrived;
    instance->arrived++;
    for (uint32_t i = 0; i < instance->members; i++) {
        struct operation *operation = instance->operations[i];
        if (!operation)
            arrived->missing += collect_needs(arrived, i);
        else if (operation != arrived && !operation->complete) {
            operation->missing -= collect_needs(operation, index);
            if (operation->missing == 0)
                collect_leave(scheduler, operation);
        }
    }
    if (arrived->missing == 0)
        collect_leave(scheduler, arrived);
}

/* All members of a communicator count the same, and each makes the call once. */
static bool is_possible(const struct instance *instance, const struct operation *operation)
{
    return instance && operation->op.collective.members == instance->members &&
           !instance->operations[operation->op.collective.index];
}

void collect_post(struct scheduler *scheduler, struct operation *operation)
{
    const struct op_collective *op = &operation->op.collective;
    struct instance *instance = instance_of(scheduler, operation);
    if (!is_possible(instance, operation)) {
        intake_damage(scheduler, operation->rank, &operation->op, "what it says of a communicator");
        return;
    }
    check_all(scheduler, instance, operation);
    if (scheduler->stopped)
        return;
    operation->waits_for_all = scheduler->options.synchronising; /* as late as MPI allows */
    operation->instance = instance;
    history_collective(operation, instance->key.sequence);
    if (operation->op.flags & OP_LISTS_NEEDS)
        copy_needs(scheduler, operation);
    known_collect(scheduler, operation);
    if (op->need_count == 0 && collect_is_window(scheduler, operation->op.context))
        conflict_fence(scheduler, operation);
    if (op->list)
        scheduler_give_back(scheduler, op->list);
    table_at(scheduler, instance->table)[op->index] = operation->op.payload;
    collect_arrive(scheduler, instance, operation);
}

/* Lists the ranks that have not called it, in the order of their indices; with `by` only those that
 * this operation waits for. */
static size_t list_absent(const struct scheduler *scheduler, const struct instance *instance,
                          const struct operation *by, int *ranks)
{
    const struct roster *roster = roster_of(scheduler, instance->key.context);
    size_t count = 0;
    for (uint32_t i = 0; roster && i < roster->count && i < instance->members; i++)
        if (!instance->operations[i] && (!by || collect_needs(by, i)))
            ranks[count++] = roster->ranks[i];
    return count;
}

size_t collect_missing(const struct scheduler *scheduler, const struct operation *operation,
                       int *ranks)
{
    return list_absent(scheduler, operation->instance, operation, ranks);
}

size_t collect_absent(const struct scheduler *scheduler, const struct instance *instance,
                      int *ranks)
{
    return list_absent(scheduler, instance, NULL, ranks);
}

bool collect_may_leave(const struct operation *operation)
{
    const struct instance *instance = operation->instance;
    for (uint32_t i = 0; i < instance->members; i++)
        if (!instance->operations[i] && needs_at_least(operation, i))
            return false;
    return true;
}

void collect_read(struct scheduler *scheduler, const struct world_op *op, int rank)
{
    struct operation *operation = scheduler_find(scheduler, rank, op->subject.number);
    if (!operation || !operation->instance || !operation->complete || operation->read)
        return;
    struct instance *instance = operation->instance;
    operation->read = true;
    if (++instance->read < instance->members)
        return;
    for (uint32_t i = 0; i < instance->members; i++) {
        scheduler_give_back(scheduler, instance->operations[i]->op.payload);
        scheduler_forget(scheduler, instance->operations[i]);
    }
    instance_free(scheduler, instance);
}
