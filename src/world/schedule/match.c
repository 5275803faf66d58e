/* match.c: matches messages with receives (MPI 4.0, section 3.5: in order, no overtaking). */
#include "world/schedule/match.h"

#include "world/choice/alternatives.h"
#include "world/choice/known.h"
#include "world/schedule/buffering.h"
#include "world/schedule/intake.h"
#include "world/schedule/space.h"

#include <utlist.h>

static bool match_fits(const struct operation *receive, const struct operation *send)
{
    const struct op_message *wanted = &receive->op.message, *message = &send->op.message;
    return !send->held && receive->op.context == send->op.context &&
           wanted->partitioned == message->partitioned &&
           (wanted->peer == WORLD_ANY || wanted->peer == send->rank) &&
           (wanted->tag == WORLD_ANY || wanted->tag == message->tag);
}

/* Returns whether an earlier receive of the same rank takes the message first. */
static bool match_claimed(const struct rank_state *state, const struct operation *receive,
                          const struct operation *send)
{
    for (const struct operation *earlier = state->receives; earlier && earlier != receive;
         earlier = earlier->next)
        if (earlier->op.kind == OP_RECEIVE && match_fits(earlier, send))
            return true;
    return false;
}

/* Returns the first message from a sender that the receive can take now; NULL: none. */
static struct operation *message_for(const struct rank_state *state,
                                     const struct operation *receive, int sender)
{
    for (struct operation *send = state->messages; send; send = send->next)
        if (send->rank == sender && match_fits(receive, send))
            return match_claimed(state, receive, send) ? NULL : send;
    return NULL;
}

static struct world_answer match_answer_of(const struct operation *send)
{
    return (struct world_answer){.flag = 1,
                                 .source = send->rank,
                                 .tag = send->op.message.tag,
                                 .bytes = send->op.message.bytes,
                                 .payload = send->op.payload};
}

/* Completes the receive and its send. Only now that the message is received is it known that it
 * needed a buffer (buffering.c). */
static void match_deliver(struct scheduler *scheduler, struct rank_state *state,
                          struct operation *receive, struct operation *send)
{
    struct world_answer answer = match_answer_of(send);
    buffering_met(scheduler, send);
    DL_DELETE(state->messages, send);
    send->queued = false;
    scheduler_complete(scheduler, receive, &answer);
    if (send->complete) /* it was buffered */
        scheduler_forget(scheduler, send);
    else
        scheduler_complete(scheduler, send, &(struct world_answer){.flag = 1});
}

static void note_meeting(struct scheduler *scheduler, struct operation *receive,
                         struct operation *send)
{
    history_met(receive, send);
    known_met(scheduler, receive, send);
    order_after(scheduler, receive, send);
    if (send->op.flags & OP_SYNCHRONOUS)
        order_after(scheduler, send, receive);
    space_met(scheduler, receive, send);
}

static void match_meet(struct scheduler *scheduler, struct rank_state *state,
                       struct operation *receive, struct operation *send)
{
    DL_DELETE(state->receives, receive);
    receive->queued = false;
    note_meeting(scheduler, receive, send);
    if (receive->op.kind == OP_RECEIVE) {
        match_deliver(scheduler, state, receive, send);
        return;
    }
    struct world_answer answer = match_answer_of(send);
    answer.payload = 0;
    answer.value = send->op.number;
    if (receive->op.flags & OP_MATCHED) {
        send->held = true;
        send->holder = receive->op.site;
        send->holder_stack = receive->op.stack;
    }
    scheduler_complete(scheduler, receive, &answer);
}

/* MPI_Mrecv receives the message that a matched probe took, whatever else is posted. */
static void receive_held(struct scheduler *scheduler, struct operation *receive)
{
    const struct op_message *wanted = &receive->op.message;
    struct operation *send = scheduler_find(scheduler, wanted->peer, wanted->taken);
    if (!send || !send->held || send->op.message.peer != receive->rank) {
        intake_damage(scheduler, receive->rank, &receive->op, "which message it receives");
        return;
    }
    note_meeting(scheduler, receive, send);
    match_deliver(scheduler, &scheduler->ranks[receive->rank], receive, send);
}

/* Matches what is determined: receives from a named source. A wildcard waits for a quiescent point,
 * when all its alternatives are known. */
static bool match_named(struct scheduler *scheduler, struct rank_state *state,
                        struct operation *receive)
{
    const int32_t source = receive->op.message.peer;
    if (source == WORLD_ANY || (scheduler->known && alternatives_open(receive)))
        return false;
    struct operation *send = message_for(state, receive, source);
    if (send)
        match_meet(scheduler, state, receive, send);
    return send != NULL;
}

/* Once a wildcard is matched, later receives may find a message that it had claimed. */
static void match_rank(struct scheduler *scheduler, int rank)
{
    struct rank_state *state = &scheduler->ranks[rank];
    for (bool again = true; again && !scheduler->stopped;) {
        again = false;
        for (struct operation *receive = state->receives; receive && !again;
             receive = receive->next)
            again = match_named(scheduler, state, receive);
    }
}

/* Only the first receive that fits can take a new message; probes before it see the message. */
static void match_message(struct scheduler *scheduler, struct rank_state *state,
                          const struct operation *send)
{
    struct operation *receive, *next;
    DL_FOREACH_SAFE(state->receives, receive, next)
    {
        bool last = receive->op.kind == OP_RECEIVE;
        if (!match_fits(receive, send))
            continue;
        match_named(scheduler, state, receive);
        if (last)
            return;
    }
}

void match_post(struct scheduler *scheduler, struct operation *operation)
{
    if (operation->op.kind == OP_RECEIVE && (operation->op.flags & OP_MATCHED)) {
        receive_held(scheduler, operation);
        return;
    }
    operation->queued = true;
    if (operation->op.kind != OP_SEND) {
        struct rank_state *state = &scheduler->ranks[operation->rank];
        DL_APPEND(state->receives, operation);
        match_named(scheduler, state, operation);
        return;
    }
    space_post(scheduler, operation);
    struct rank_state *state = &scheduler->ranks[operation->op.message.peer];
    DL_APPEND(state->messages, operation);
    if (scheduler->options.buffering == BUFFERING_INFINITE && buffering_allowed(operation))
        scheduler_complete(scheduler, operation, &(struct world_answer){.flag = 1});
    match_message(scheduler, state, operation);
}

struct operation *match_message_of(const struct scheduler *scheduler,
                                   const struct operation *receive, int sender)
{
    return message_for(&scheduler->ranks[receive->rank], receive, sender);
}

void match_wildcard(struct scheduler *scheduler, struct operation *receive, struct operation *send)
{
    int rank = receive->rank;
    match_meet(scheduler, &scheduler->ranks[rank], receive, send);
    match_rank(scheduler, rank);
}

/* Cancels an operation that is not matched, sends too (MPI 4.0, section 3.8.4, leaves it open). */
static void match_cancel_operation(struct scheduler *scheduler, struct operation *operation)
{
    struct world_op *op = &operation->op;
    if (!operation->queued || operation->complete || operation->held || (op->flags & OP_BUFFERED) ||
        op->kind == OP_PROBE)
        return;
    if (op->kind == OP_RECEIVE) {
        DL_DELETE(scheduler->ranks[operation->rank].receives, operation);
    } else {
        DL_DELETE(scheduler->ranks[op->message.peer].messages, operation);
        scheduler_give_back(scheduler, op->payload);
    }
    operation->queued = false;
    known_cancel(scheduler, operation);
    scheduler_complete(scheduler, operation, &(struct world_answer){.flag = ANSWER_CANCELLED});
}

/* Cancels only at a quiescent point, so that the result does not depend on the speed of a sender.
 */
bool match_cancel(struct scheduler *scheduler)
{
    bool any = false;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        struct operation *waiting = scheduler_waiting(scheduler, rank, OP_CANCEL);
        if (!waiting)
            continue;
        struct operation *operation = scheduler_find(scheduler, rank, waiting->op.subject.number);
        if (operation)
            match_cancel_operation(scheduler, operation);
        scheduler_complete(scheduler, waiting, &(struct world_answer){.flag = 1});
        match_rank(scheduler, rank); /* a message may be free for a later receive */
        any = true;
    }
    return any;
}

size_t match_senders(const struct scheduler *scheduler, const struct operation *receive,
                     int *senders)
{
    size_t count = 0;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (rank != receive->rank && !scheduler->ranks[rank].ended)
            senders[count++] = rank;
    return count;
}
