#include "world/choice/alternatives.h"

#include "world/schedule/access.h"
#include "world/schedule/match.h"

bool alternatives_open(const struct operation *operation)
{
    const struct world_op *op = &operation->op;
    if (access_is(operation))
        return true;
    if (op->kind == OP_WAIT)
        return op->wait.mode != WAIT_FOR_ALL || (op->flags & OP_POLLS);
    if (op->kind == OP_PROBE)
        return op->message.peer == WORLD_ANY || (op->flags & OP_POLLS);
    return op->kind == OP_RECEIVE && op->message.peer == WORLD_ANY && !(op->flags & OP_MATCHED);
}

bool alternatives_wild(const struct operation *operation)
{
    const struct world_op *op = &operation->op;
    return (op->kind == OP_RECEIVE || op->kind == OP_PROBE) && op->message.peer == WORLD_ANY;
}

enum choice_kind alternatives_kind(const struct operation *operation)
{
    if (access_is(operation))
        return CHOICE_ACCESS;
    if (operation->op.kind == OP_RECEIVE)
        return CHOICE_RECEIVE;
    if (operation->op.kind == OP_PROBE)
        return CHOICE_PROBE;
    if (operation->op.wait.mode == WAIT_FOR_ANY)
        return CHOICE_ANY;
    return operation->op.wait.mode == WAIT_FOR_SOME ? CHOICE_SOME : CHOICE_ALL;
}

void alternatives_add(struct scheduler *scheduler, struct alternatives *alternatives, uint64_t what)
{
    alternatives->list = pool_room(scheduler->pool, alternatives->list, alternatives->count,
                                   &alternatives->space, sizeof *alternatives->list);
    alternatives->list[alternatives->count++] = what;
}

bool alternatives_have(const struct alternatives *alternatives, uint64_t what)
{
    for (size_t i = 0; i < alternatives->count; i++)
        if (alternatives->list[i] == what)
            return true;
    return false;
}

static uint64_t alternatives_name(const struct operation *send)
{
    return (uint64_t)(uint32_t)send->rank << 32 | send->op.number;
}

struct operation *alternatives_message(const struct scheduler *scheduler, uint64_t what)
{
    return scheduler_find(scheduler, (int)(what >> 32), (uint32_t)what);
}

/* Adds the first message of each sender that the receive can take. */
static void alternatives_add_messages(struct scheduler *scheduler, const struct operation *receive,
                                      struct alternatives *alternatives)
{
    for (int sender = 0; sender < scheduler->options.ranks; sender++) {
        const struct operation *send = match_message_of(scheduler, receive, sender);
        if (send)
            alternatives_add(scheduler, alternatives, alternatives_name(send));
    }
}

/* Adds the whole set of complete requests first and, in a search, every other set that is not
 * empty. */
static void alternatives_add_sets(struct scheduler *scheduler, uint64_t complete, size_t count,
                                  struct alternatives *alternatives)
{
    alternatives_add(scheduler, alternatives, complete);
    if (!scheduler->options.exploration)
        return;
    if (count > SETS_MAX) {
        scheduler->options.exploration->sets_left_out = true;
        return;
    }
    for (uint64_t set = (complete - 1) & complete; set; set = (set - 1) & complete)
        alternatives_add(scheduler, alternatives, set);
}

static void alternatives_add_requests(struct scheduler *scheduler, const struct operation *wait,
                                      struct alternatives *alternatives)
{
    const struct op_wait *op = &wait->op.wait;
    uint64_t complete = 0;
    size_t count = 0;
    for (uint32_t i = 0; i < op->requests; i++) {
        if (!scheduler_is_complete(scheduler, wait->rank, wait->numbers[i]))
            continue;
        count++;
        complete |= i < 64 ? (uint64_t)1 << i : 0;
        if (op->mode == WAIT_FOR_ANY)
            alternatives_add(scheduler, alternatives, 1 + (uint64_t)i);
    }
    if (op->mode == WAIT_FOR_ALL && count == op->requests)
        alternatives_add(scheduler, alternatives, 1);
    if (op->mode == WAIT_FOR_SOME && count > 0)
        alternatives_add_sets(scheduler, op->requests < 64 ? complete : CHOICE_EVERY, count,
                              alternatives);
}

void alternatives_find(struct scheduler *scheduler, const struct operation *operation,
                       struct alternatives *alternatives)
{
    if (access_is(operation) && access_is_free(scheduler, operation))
        alternatives_add(scheduler, alternatives, 1);
    else if (access_is(operation))
        return;
    else if (operation->op.kind == OP_WAIT)
        alternatives_add_requests(scheduler, operation, alternatives);
    else
        alternatives_add_messages(scheduler, operation, alternatives);
}
