#include "world/choice/known.h"

#include "runtime/world/checksum.h"
#include "world/schedule/arguments.h"

#include <string.h>

void known_add_cause(struct scheduler *scheduler, struct cause **cause, struct cause_name choice)
{
    cause_add_one(scheduler->pool, scheduler->options.ranks, cause, choice);
}

void known_start(struct scheduler *scheduler)
{
    struct known *known = pool_zero(scheduler->pool, 1, sizeof *known);
    known->ranks =
        pool_zero(scheduler->pool, (size_t)scheduler->options.ranks, sizeof *known->ranks);
    scheduler->known = known;
}

static void free_step(struct trace_step *step)
{
    pool_free(step->numbers);
    pool_free(step->chosen);
    pool_free(step->needs);
}

bool known_fits(int32_t context, int32_t peer, int32_t tag, const struct known_message *message)
{
    return context == message->context && (peer == WORLD_ANY || peer == message->sender) &&
           (tag == WORLD_ANY || tag == message->tag);
}

/* Contexts are left out: they are numbered in the order in which ranks come. */
static void add_to_trail(struct known_rank *rank, const struct operation *operation)
{
    const struct world_op *op = &operation->op;
    const struct arguments own = arguments_of(operation->rank, op);
    uint64_t hash =
        checksum_number(rank->trail, (uint64_t)op->kind << 32 | (op->flags & ~OP_WAITS));
    hash = checksum_number(hash, (uint64_t)(uint32_t)own.peer << 32 | (uint32_t)own.tag);
    hash = checksum_number(hash, (uint64_t)own.mode << 32 | own.members);
    hash = checksum_number(hash, own.bytes);
    rank->trail = checksum_number(hash, op->site);
}

/* Of a send or a collective. */
static void add_to_sends(const struct scheduler *scheduler, struct known_rank *rank,
                         const struct operation *operation)
{
    const struct world_op *op = &operation->op;
    const struct arguments own = arguments_of(operation->rank, op);
    const bool sends = op->kind == OP_SEND;
    size_t ranks = (size_t)scheduler->options.ranks;
    if (!rank->sends)
        rank->sends = pool_zero(scheduler->pool, ranks + 1, sizeof *rank->sends);
    uint64_t *to = &rank->sends[sends ? (size_t)op->message.peer : ranks];
    *to = checksum_number(checksum_number(checksum_number(*to, (uint32_t)own.tag), own.bytes),
                          sends ? op->message.checksum : op->collective.checksum);
}

void known_settle(struct known_rank *rank)
{
    size_t *at = &rank->settled_messages;
    while (*at < rank->message_count && rank->messages[*at].taken &&
           cause_within(rank->messages[*at].taking, rank->seen))
        ++*at;
    at = &rank->settled_receives;
    while (*at < rank->receive_count && rank->receives && rank->receives[*at].matched &&
           cause_within(rank->receives[*at].matching, rank->seen))
        ++*at;
}

static void keep_message(struct scheduler *scheduler, struct known_rank *receiver,
                         struct operation *send)
{
    receiver->messages = pool_room(scheduler->pool, receiver->messages, receiver->message_count,
                                   &receiver->message_space, sizeof *receiver->messages);
    receiver->messages[receiver->message_count++] =
        (struct known_message){.sender = send->rank,
                               .context = send->op.context,
                               .tag = send->op.message.tag,
                               .number = send->op.number,
                               .posted = cause_keep(send->posted)};
    receiver->touched = true;
    send->known = receiver->message_count;
}

static void keep_receive(struct scheduler *scheduler, struct known_rank *rank,
                         struct operation *receive)
{
    known_settle(rank);
    rank->receives = pool_room(scheduler->pool, rank->receives, rank->receive_count,
                               &rank->receive_space, sizeof *rank->receives);
    rank->receives[rank->receive_count++] =
        (struct known_receive){.context = receive->op.context,
                               .peer = receive->op.message.peer,
                               .tag = receive->op.message.tag,
                               .number = receive->op.number,
                               .settled_messages = rank->settled_messages,
                               .settled_receives = rank->settled_receives};
    receive->known = rank->receive_count;
}

static void keep_step(struct scheduler *scheduler, struct known_rank *rank,
                      const struct operation *operation)
{
    const struct world_op *op = &operation->op;
    rank->steps = pool_room(scheduler->pool, rank->steps, rank->step_count, &rank->step_space,
                            sizeof *rank->steps);
    struct trace_step *step = &rank->steps[rank->step_count++];
    *step = (struct trace_step){.kind = op->kind,
                                .flags = op->flags,
                                .number = op->number,
                                .context = op->context,
                                .site = op->site,
                                .known = operation->known};
    if (op->kind == OP_WAIT) {
        step->mode = op->wait.mode;
    } else if (op->kind == OP_SEND) {
        step->peer = op->message.peer;
    } else if (op->kind == OP_PROBE) {
        step->source = op->message.peer;
        step->tag = op->message.tag;
    }
}

/* Returns the step of the operation that its rank waits in, which is the last one. NULL: steps are
 * not kept. */
static struct trace_step *last_step(const struct scheduler *scheduler,
                                    const struct operation *operation)
{
    const struct known_rank *rank = &scheduler->known->ranks[operation->rank];
    struct trace_step *last = rank->step_count > 0 ? &rank->steps[rank->step_count - 1] : NULL;
    return last && last->number == operation->op.number ? last : NULL;
}

void known_refused(struct scheduler *scheduler, const struct operation *poll)
{
    struct trace_step *step = scheduler->known ? last_step(scheduler, poll) : NULL;
    if (!step)
        return;
    free_step(step);
    scheduler->known->ranks[poll->rank].step_count--;
}

void known_collect(struct scheduler *scheduler, const struct operation *operation)
{
    struct trace_step *step = scheduler->known ? last_step(scheduler, operation) : NULL;
    if (!step)
        return;
    step->collective = operation->instance->key;
    const struct op_collective *op = &operation->op.collective;
    step->index = op->index;
    bool all = operation->waits_for_all;
    step->need = all ? 0 : op->need;
    step->need_count = all ? op->members : op->need_count;
    if (operation->needs && !all) {
        size_t size = step->need_count * sizeof *step->needs;
        step->needs = pool_zero(scheduler->pool, 1, size + sizeof *step->needs);
        memcpy(step->needs, operation->needs, size);
    }
    struct known_collective *collective;
    HASH_FIND(hh, scheduler->known->collectives, &step->collective, sizeof step->collective,
              collective);
    if (collective)
        return;
    collective = pool_zero(scheduler->pool, 1, sizeof *collective);
    collective->key = step->collective;
    collective->members = operation->instance->members;
    collective->came = pool_zero(scheduler->pool, collective->members, sizeof *collective->came);
    HASH_ADD(hh, scheduler->known->collectives, key, sizeof collective->key, collective);
}

void known_post(struct scheduler *scheduler, struct operation *operation)
{
    if (!scheduler->known)
        return;
    struct known_rank *rank = &scheduler->known->ranks[operation->rank];
    add_to_trail(rank, operation);
    if (operation->op.kind == OP_SEND || operation->op.kind == OP_COLLECTIVE)
        add_to_sends(scheduler, rank, operation);
    rank->touched = true;
    operation->posted = cause_keep(rank->seen);
    if (operation->op.kind == OP_SEND)
        keep_message(scheduler, &scheduler->known->ranks[operation->op.message.peer], operation);
    else if (operation->op.kind == OP_RECEIVE && !(operation->op.flags & OP_MATCHED))
        keep_receive(scheduler, rank, operation);
    if (scheduler->options.exploration->without_buffers || scheduler->options.exploration->waiting)
        keep_step(scheduler, rank, operation);
}

/* Adds to the causes of a match what MPI's order makes it depend on. A probe is not a posted
 * receive, but its rank has slept since. */
static void add_order(struct known_rank *rank, const struct operation *receive,
                      const struct known_message *message, struct cause **cause)
{
    const struct known_receive *own = receive->known ? &rank->receives[receive->known - 1] : NULL;
    size_t last = own ? receive->known - 1 : rank->receive_count;
    if (!own)
        known_settle(rank);
    for (size_t i = own ? own->settled_receives : rank->settled_receives;
         rank->receives && i < last; i++) {
        const struct known_receive *earlier = &rank->receives[i];
        if (earlier->matched && known_fits(earlier->context, earlier->peer, earlier->tag, message))
            cause_add(cause, earlier->matching);
    }
    size_t from = own ? own->settled_messages : rank->settled_messages;
    for (const struct known_message *earlier = rank->messages + from; earlier < message; earlier++)
        if (earlier->taken && earlier->sender == message->sender &&
            known_fits(receive->op.context, receive->op.message.peer, receive->op.message.tag,
                       earlier))
            cause_add(cause, earlier->taking);
}

void known_met(struct scheduler *scheduler, struct operation *receive, struct operation *send)
{
    if (!scheduler->known)
        return;
    struct known_rank *rank = &scheduler->known->ranks[receive->rank];
    struct known_message *message = &rank->messages[send->known - 1];
    bool held = receive->op.kind == OP_RECEIVE && (receive->op.flags & OP_MATCHED);
    struct cause *cause = cause_keep(receive->posted);
    cause_add(&cause, send->posted);
    if (held)
        cause_add(&cause, message->taking);
    else
        add_order(rank, receive, message, &cause);
    if (receive->choice) {
        struct node *node = &scheduler->known->nodes[receive->choice - 1];
        known_add_cause(scheduler, &cause, node->name);
        node->cause = cause_keep(cause);
    }
    if (receive->known) {
        rank->receives[receive->known - 1].matched = true;
        rank->receives[receive->known - 1].matching = cause_keep(cause);
        rank->receives[receive->known - 1].message = send->known;
    }
    if ((receive->op.kind == OP_PROBE || held) && last_step(scheduler, receive))
        last_step(scheduler, receive)->message = send->known;
    if (!held && (receive->op.kind == OP_RECEIVE || (receive->op.flags & OP_MATCHED))) {
        message->taken = true;
        message->taker = receive->op.number;
        message->taking = cause_keep(cause);
    }
    if (receive->op.kind == OP_RECEIVE && !send->complete)
        cause_add(&send->done, cause);
    cause_drop(receive->done);
    receive->done = cause;
    rank->touched = true;
}

void known_complete(struct scheduler *scheduler, struct operation *operation)
{
    if (!scheduler->known)
        return;
    struct known_rank *rank = &scheduler->known->ranks[operation->rank];
    rank->touched = true;
    if (operation->op.flags & OP_WAITS) {
        cause_add(&rank->seen, operation->done);
        return;
    }
    struct known_end *end = pool_zero(scheduler->pool, 1, sizeof *end);
    end->number = operation->op.number;
    end->cause = cause_keep(operation->done ? operation->done : operation->posted);
    HASH_ADD(hh, rank->ends, number, sizeof end->number, end);
}

/* Notes that the rank cancelled the operation, so it knows about that. */
void known_cancel(struct scheduler *scheduler, struct operation *operation)
{
    if (!scheduler->known)
        return;
    struct known_rank *rank = &scheduler->known->ranks[operation->rank];
    scheduler->options.exploration->cancelled = true;
    cause_add(&operation->done, rank->seen);
    if (operation->op.kind == OP_RECEIVE && operation->known) {
        rank->receives[operation->known - 1].matched = true;
        rank->receives[operation->known - 1].matching = cause_keep(rank->seen);
    } else if (operation->op.kind == OP_SEND) {
        struct known_rank *receiver = &scheduler->known->ranks[operation->op.message.peer];
        receiver->messages[operation->known - 1].taken = true;
        receiver->messages[operation->known - 1].taking = cause_keep(rank->seen);
    }
}

struct cause *known_end_of(const struct scheduler *scheduler, int rank, uint32_t number,
                           bool *ended)
{
    struct known_end *end;
    HASH_FIND(hh, scheduler->known->ranks[rank].ends, &number, sizeof number, end);
    *ended = end != NULL || number == 0;
    return end ? end->cause : NULL;
}

void known_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place)
{
    bool ended;
    if (!scheduler->known)
        return;
    cause_add(&scheduler->known->ranks[wait->rank].seen,
              known_end_of(scheduler, wait->rank, wait->numbers[place], &ended));
    struct trace_step *step = last_step(scheduler, wait);
    if (!step)
        return;
    if (!step->numbers) {
        step->members = wait->op.wait.requests;
        size_t size = step->members * sizeof *step->numbers;
        step->numbers = pool_zero(scheduler->pool, 1, size + 1);
        memcpy(step->numbers, wait->numbers, size);
        step->chosen = pool_zero(scheduler->pool, (size_t)step->members + 1, sizeof *step->chosen);
    }
    step->chosen[place] = true;
}
