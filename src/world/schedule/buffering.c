/* buffering.c: standard sends, which MPI may buffer but need not (MPI 4.0, section 3.5).
 *
 * A standard send waits for its receive. When no rank can move, the sends that ranks wait for are
 * released, as if they were buffered. This becomes a finding only when such a message is received:
 * until then the run may still end in a deadlock, with a buffer or without. Which message is
 * received first depends on the speed of ranks, so the send to blame is chosen at the end. */

#include "world/schedule/buffering.h"

#include "world/findings/deadlock.h"
#include "world/findings/place.h"
#include <stdlib.h>

/* The rank waits for the end of a buffered send (MPI_Bsend) only when it detaches its buffer. */
bool buffering_allowed(const struct operation *send)
{
    return send->op.kind == OP_SEND && !(send->op.flags & (OP_SYNCHRONOUS | OP_BUFFERED));
}

/* Returns whether `from` waits for `to`, directly or through other ranks. */
static bool leads_to(const struct finding *graph, bool *seen, int from, int to)
{
    if (from == to)
        return true;
    if (seen[from])
        return false;
    seen[from] = true;
    for (size_t i = 0; i < graph->wait_count; i++)
        if (graph->waits[i].rank == from && leads_to(graph, seen, graph->waits[i].on, to))
            return true;
    return false;
}

/* A send in a cycle of waits is to blame; one that waits for the cycle from outside is not. */
static bool is_in_cycle(struct scheduler *scheduler, const struct finding *graph,
                        const struct operation *send)
{
    bool *seen = memory_zero((size_t)scheduler->options.ranks, sizeof *seen);
    bool leads = leads_to(graph, seen, send->op.message.peer, send->rank);
    free(seen);
    return leads;
}

struct sends {
    struct operation **list;
    size_t count, space;
};

static void buffering_add_blocked(struct sends *sends, struct operation *operation)
{
    if (!operation || operation->complete || !buffering_allowed(operation))
        return;
    sends->list = memory_room(sends->list, sends->count, &sends->space, sizeof *sends->list);
    sends->list[sends->count++] = operation;
}

/* Lists the standard sends that ranks wait in, or wait for. */
static struct sends buffering_blocked(const struct scheduler *scheduler)
{
    struct sends sends = {0};
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        struct operation *waiting = scheduler->ranks[rank].waiting;
        for (; waiting; waiting = waiting->beside) {
            buffering_add_blocked(&sends, waiting);
            for (uint32_t i = 0; waiting->op.kind == OP_WAIT && i < waiting->op.wait.requests; i++)
                buffering_add_blocked(&sends, scheduler_find(scheduler, rank, waiting->numbers[i]));
        }
    }
    return sends;
}

static bool buffering_is_certain(const struct operation *send)
{
    return send->release_round > 0 && !send->may_need_buffer;
}

bool buffering_release(struct scheduler *scheduler, enum release_reason why)
{
    if (scheduler->options.buffering == BUFFERING_ZERO)
        return false;
    struct sends sends = buffering_blocked(scheduler);
    struct finding graph = {0};
    bool sought =
        sends.count > 0 && why != THREADS_RUN && !buffering_is_certain(&scheduler->needs_buffer);
    if (sought) {
        deadlock_waits(scheduler, &graph);
        scheduler->release_rounds++;
    }
    for (size_t i = 0; i < sends.count && sought; i++)
        if (is_in_cycle(scheduler, &graph, sends.list[i])) {
            sends.list[i]->release_round = scheduler->release_rounds;
            sends.list[i]->may_need_buffer = why == OTHERS_MOVE;
        }
    for (size_t i = 0; i < sends.count; i++)
        if (!sends.list[i]->complete) /* the same request can be waited for twice */
            scheduler_complete(scheduler, sends.list[i], &(struct world_answer){.flag = 1});
    free(sends.list);
    return sends.count > 0;
}

/* Returns whether the send is to blame rather than the other: a certain one, then an earlier round,
 * then a lower rank. */
static bool buffering_comes_before(const struct operation *send, const struct operation *other)
{
    if (buffering_is_certain(send) != buffering_is_certain(other) || other->release_round == 0)
        return buffering_is_certain(send) || other->release_round == 0;
    if (send->release_round != other->release_round)
        return send->release_round < other->release_round;
    return send->rank != other->rank ? send->rank < other->rank
                                     : send->op.number < other->op.number;
}

void buffering_met(struct scheduler *scheduler, const struct operation *send)
{
    if (send->release_round > 0 && buffering_comes_before(send, &scheduler->needs_buffer))
        scheduler->needs_buffer = *send;
}

void buffering_report(struct scheduler *scheduler)
{
    const struct operation *send = &scheduler->needs_buffer;
    if (send->release_round == 0 || scheduler->buffering_reported)
        return;
    scheduler->buffering_reported = true;
    place_report(scheduler, "send.buffering", send, NULL,
                 arena_printf(&scheduler->document->arena,
                              "rank %d continues only if MPI buffers its %s", send->rank,
                              send->op.call),
                 "No rank can move unless this standard send is buffered, which MPI may do but "
                 "need not. The run continued as if it were.");
}
