/* collect.c: collectives: the n-th on a communicator meets the n-th of every other member. */
#include "world/state.h"

#include <stdlib.h>
#include <string.h>

static struct membership *membership_of(struct scheduler *scheduler, const struct operation *at)
{
    struct membership_key key = {at->op.context, at->rank};
    struct membership *membership;
    HASH_FIND(hh, scheduler->memberships, &key, sizeof key, membership);
    if (!membership) {
        membership = memory_zero(1, sizeof *membership);
        membership->key = key;
        membership->index = at->op.index;
        HASH_ADD(hh, scheduler->memberships, key, sizeof membership->key, membership);
    }
    return membership;
}

static uint64_t table_offset(const struct scheduler *scheduler, uint32_t table)
{
    return scheduler->segment->tables +
           (uint64_t)table * (uint64_t)scheduler->options.ranks * sizeof(uint64_t);
}

static uint64_t *table_at(const struct scheduler *scheduler, uint32_t table)
{
    return (uint64_t *)((char *)scheduler->segment + table_offset(scheduler, table));
}

static uint32_t table_take(struct scheduler *scheduler)
{
    if (scheduler->free_table_count > 0)
        return scheduler->free_tables[--scheduler->free_table_count];
    return scheduler->table_count++;
}

static void table_give(struct scheduler *scheduler, uint32_t table)
{
    if (scheduler->free_table_count == scheduler->free_table_space) {
        scheduler->free_table_space =
            scheduler->free_table_space ? 2 * scheduler->free_table_space : 16;
        scheduler->free_tables = memory_resize(
            scheduler->free_tables, scheduler->free_table_space * sizeof *scheduler->free_tables);
    }
    scheduler->free_tables[scheduler->free_table_count++] = table;
}

static struct instance *instance_of(struct scheduler *scheduler, const struct operation *operation)
{
    struct membership *membership = membership_of(scheduler, operation);
    struct instance_key key = {operation->op.context, membership->sequence++};
    struct instance *instance;
    HASH_FIND(hh, scheduler->instances, &key, sizeof key, instance);
    if (instance)
        return instance;
    instance = memory_zero(1, sizeof *instance);
    instance->key = key;
    instance->members = operation->op.members;
    instance->operations = memory_zero(instance->members, sizeof *instance->operations);
    instance->table = table_take(scheduler);
    instance->context_base = (uint64_t)scheduler->next_context;
    scheduler->next_context += (int32_t)instance->members;
    HASH_ADD(hh, scheduler->instances, key, sizeof instance->key, instance);
    return instance;
}

static void instance_free(struct scheduler *scheduler, struct instance *instance)
{
    HASH_DEL(scheduler->instances, instance);
    table_give(scheduler, instance->table);
    free(instance->operations);
    free(instance);
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
    if (strcmp(first->op.call, second->op.call) != 0)
        problem_report(scheduler, "mismatch.collective", first, second,
                       arena_printf(arena, "rank %d calls %s where rank %d calls %s", first->rank,
                                    first->op.call, second->rank, second->op.call),
                       "All ranks of a communicator must call the same collectives in the same "
                       "order.");
    else if (first->op.peer != second->op.peer)
        problem_report(scheduler, "mismatch.root", first, second,
                       arena_printf(arena, "%s with root %d on rank %d and root %d on rank %d",
                                    first->op.call, first->op.peer, first->rank, second->op.peer,
                                    second->rank),
                       "All ranks must name the same root.");
}

static bool has_all(const struct instance *instance, uint32_t below)
{
    for (uint32_t i = 0; i < below; i++)
        if (!instance->operations[i])
            return false;
    return true;
}

/* As early as MPI allows: what depends on synchronisation that it does not promise is found. Or as
 * late as it allows: a rank may always be held until all members are there. */
static bool may_leave(const struct scheduler *scheduler, const struct instance *instance,
                      const struct operation *operation)
{
    uint32_t root = (uint32_t)operation->op.peer;
    if (scheduler->options.synchronising)
        return instance->arrived == instance->members;
    switch ((enum collective_shape)operation->op.mode) {
    case SHAPE_FROM_ROOT:
        return operation->op.index == root || instance->operations[root];
    case SHAPE_TO_ROOT:
        return operation->op.index != root || instance->arrived == instance->members;
    case SHAPE_BEFORE:
        return has_all(instance, operation->op.index);
    case SHAPE_ALL:
        break;
    }
    return instance->arrived == instance->members;
}

static void release(struct scheduler *scheduler, struct instance *instance)
{
    for (uint32_t i = 0; i < instance->members; i++) {
        struct operation *operation = instance->operations[i];
        if (operation && !operation->complete && may_leave(scheduler, instance, operation))
            scheduler_complete(
                scheduler, operation,
                &(struct world_answer){.flag = 1,
                                       .payload = table_offset(scheduler, instance->table),
                                       .value = instance->context_base});
    }
}

void collect_post(struct scheduler *scheduler, struct operation *operation)
{
    struct instance *instance = instance_of(scheduler, operation);
    for (uint32_t i = 0; i < instance->members && !scheduler->stopped; i++)
        if (instance->operations[i]) {
            check_agreement(scheduler, instance->operations[i], operation);
            break;
        }
    if (scheduler->stopped)
        return;
    operation->instance = instance;
    history_collective(operation, instance->key.sequence);
    instance->operations[operation->op.index] = operation;
    instance->arrived++;
    table_at(scheduler, instance->table)[operation->op.index] = operation->op.payload;
    release(scheduler, instance);
}

/* op->number is that of the collective that the rank has read. */
void collect_read(struct scheduler *scheduler, const struct world_op *op, int rank)
{
    struct operation *operation;
    uint32_t number = op->members; /* see OP_READ */
    HASH_FIND(hh, scheduler->ranks[rank].operations, &number, sizeof number, operation);
    if (!operation || !operation->instance)
        return;
    struct instance *instance = operation->instance;
    if (++instance->read < instance->members)
        return;
    for (uint32_t i = 0; i < instance->members; i++) {
        scheduler_give_back(scheduler, instance->operations[i]->op.payload);
        scheduler_forget(scheduler, instance->operations[i]);
    }
    instance_free(scheduler, instance);
}

void collect_free(struct scheduler *scheduler)
{
    struct instance *instance = scheduler->instances;
    HASH_CLEAR(hh, scheduler->instances);
    while (instance) {
        struct instance *next = instance->hh.next;
        free(instance->operations);
        free(instance);
        instance = next;
    }
    struct membership *membership = scheduler->memberships;
    HASH_CLEAR(hh, scheduler->memberships);
    while (membership) {
        struct membership *next = membership->hh.next;
        free(membership);
        membership = next;
    }
    free(scheduler->free_tables);
}
