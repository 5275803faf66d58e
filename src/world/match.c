/* match.c: messages meet receives (MPI 4.0, section 3.5: in order, no overtaking). */
#include "world/state.h"

#include <utlist.h>

static bool fits(const struct operation *receive, const struct operation *send)
{
    return receive->op.context == send->op.context &&
           (receive->op.peer == WORLD_ANY || receive->op.peer == send->rank) &&
           (receive->op.tag == WORLD_ANY || receive->op.tag == send->op.tag);
}

/* Whether an earlier receive of the same rank could take the message: then it comes first. */
static bool claimed(const struct rank_state *state, const struct operation *receive,
                    const struct operation *send)
{
    for (const struct operation *earlier = state->receives; earlier && earlier != receive;
         earlier = earlier->next)
        if (earlier->op.kind == OP_RECEIVE && fits(earlier, send))
            return true;
    return false;
}

/* The first message from a sender that the receive can take now; NULL: none. */
static struct operation *message_for(const struct rank_state *state,
                                     const struct operation *receive, int sender)
{
    for (struct operation *send = state->messages; send; send = send->next)
        if (send->rank == sender && fits(receive, send))
            return claimed(state, receive, send) ? NULL : send;
    return NULL;
}

static struct world_answer answer_of(const struct operation *send)
{
    return (struct world_answer){.flag = 1,
                                 .source = send->rank,
                                 .tag = send->op.tag,
                                 .bytes = send->op.bytes,
                                 .payload = send->op.payload};
}

static void meet(struct scheduler *scheduler, struct rank_state *state, struct operation *receive,
                 struct operation *send)
{
    struct world_answer answer = answer_of(send);
    DL_DELETE(state->receives, receive);
    history_met(receive, send);
    if (receive->op.kind == OP_PROBE) {
        answer.payload = 0;
        scheduler_complete(scheduler, receive, &answer);
        return;
    }
    DL_DELETE(state->messages, send);
    scheduler_complete(scheduler, receive, &answer);
    if (send->complete) /* it was buffered */
        scheduler_forget(scheduler, send);
    else
        scheduler_complete(scheduler, send, &(struct world_answer){.flag = 1});
}

/* Matches what is determined: receives from a named source. A wildcard waits for a quiescent point,
 * when all its candidates are known. */
static void match_rank(struct scheduler *scheduler, int rank)
{
    struct rank_state *state = &scheduler->ranks[rank];
    for (bool again = true; again && !scheduler->stopped;) {
        again = false;
        for (struct operation *receive = state->receives; receive; receive = receive->next) {
            if (receive->op.peer == WORLD_ANY)
                continue;
            struct operation *send = message_for(state, receive, receive->op.peer);
            if (send) {
                meet(scheduler, state, receive, send);
                again = true;
                break;
            }
        }
    }
}

void match_post(struct scheduler *scheduler, struct operation *operation)
{
    bool send = operation->op.kind == OP_SEND;
    int receiver = send ? operation->op.peer : operation->rank;
    struct rank_state *state = &scheduler->ranks[receiver];
    bool buffered = (operation->op.flags & OP_BUFFERED) ||
                    (scheduler->options.buffered && !(operation->op.flags & OP_SYNCHRONOUS));
    if (!send) {
        DL_APPEND(state->receives, operation);
    } else {
        DL_APPEND(state->messages, operation);
        if (buffered)
            scheduler_complete(scheduler, operation, &(struct world_answer){.flag = 1});
    }
    match_rank(scheduler, receiver);
}

bool match_wildcard(struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        struct rank_state *state = &scheduler->ranks[rank];
        struct operation *receive;
        DL_FOREACH(state->receives, receive)
        {
            if (receive->op.peer != WORLD_ANY)
                continue;
            struct operation *candidates[WORLD_RANKS_MAX];
            int count = 0;
            for (int sender = 0; sender < scheduler->options.ranks; sender++) {
                struct operation *send = message_for(state, receive, sender);
                if (send)
                    candidates[count++] = send;
            }
            if (count == 0)
                continue;
            enum decision_kind kind =
                receive->op.kind == OP_PROBE ? DECISION_PROBE : DECISION_RECEIVE;
            int chosen = scheduler_decide(scheduler, kind, receive, count);
            history_could_meet(receive, candidates, count, chosen);
            meet(scheduler, state, receive, candidates[chosen]);
            match_rank(scheduler, rank);
            return true;
        }
    }
    return false;
}

bool match_buffer(struct scheduler *scheduler)
{
    bool moved = false;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        struct operation *send, *next;
        DL_FOREACH_SAFE(scheduler->ranks[rank].messages, send, next)
        {
            if (send->complete || (send->op.flags & OP_SYNCHRONOUS))
                continue;
            moved = true;
            if (!scheduler->buffering_reported) {
                scheduler->buffering_reported = true;
                problem_report(
                    scheduler, "send.buffering", send, NULL,
                    arena_printf(&scheduler->document->arena,
                                 "rank %d goes on only if MPI buffers its %s", send->rank,
                                 send->op.call),
                    "No rank can move unless this standard send is buffered, which MPI may do but "
                    "need not. The run went on as if it were.");
            }
            scheduler_complete(scheduler, send, &(struct world_answer){.flag = 1});
        }
    }
    return moved;
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
