/* deadlock.c: finds out which ranks wait for which when none can move. */

#include "world/findings/deadlock.h"

#include "world/findings/place.h"
#include "world/schedule/access.h"
#include "world/schedule/buffering.h"
#include "world/schedule/collect.h"
#include "world/schedule/match.h"
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

static void deadlock_add_wait(struct scheduler *scheduler, struct finding *finding, int rank,
                              int on, bool any, const char *why)
{
    *arena_push(&scheduler->document->arena, finding->waits, finding->wait_count) =
        (struct wait){.rank = rank, .on = on, .any = any, .why = why};
}

static void waits_of(struct scheduler *scheduler, struct finding *finding,
                     const struct operation *operation);

static void waits_of_collective(struct scheduler *scheduler, struct finding *finding,
                                const struct operation *operation)
{
    const char *why = arena_printf(&scheduler->document->arena, "%s on %s", operation->op.call,
                                   place_object(scheduler, &operation->op));
    int missing[WORLD_RANKS_MAX];
    size_t count = collect_missing(scheduler, operation, missing);
    for (size_t i = 0; i < count; i++)
        deadlock_add_wait(scheduler, finding, operation->rank, missing[i], false, why);
}

/* A call that waits is no request, whatever the rank says: it could be waiting for itself. */
static void waits_of_requests(struct scheduler *scheduler, struct finding *finding,
                              const struct operation *wait)
{
    for (uint32_t i = 0; i < wait->op.wait.requests; i++) {
        const struct operation *operation = scheduler_find(scheduler, wait->rank, wait->numbers[i]);
        if (operation && !operation->complete && operation->op.kind != OP_WAIT)
            waits_of(scheduler, finding, operation);
    }
}

static void waits_of_lock(struct scheduler *scheduler, struct finding *finding,
                          const struct operation *operation)
{
    struct arena *arena = &scheduler->document->arena;
    const struct world_op *op = &operation->op;
    int holders[WORLD_RANKS_MAX];
    size_t count = access_holders(scheduler, operation, holders);
    for (size_t i = 0; i < count; i++)
        deadlock_add_wait(
            scheduler, finding, operation->rank, holders[i], false,
            arena_printf(arena, "%s needs the lock of rank %d's part of %s, which rank %d holds",
                         op->call, op->lock.target, place_comm(scheduler, op->context),
                         holders[i]));
}

/* A message on the communicator of a window tells of MPI_Win_post or of MPI_Win_complete. */
static void waits_of_message(struct scheduler *scheduler, struct finding *finding,
                             const struct operation *operation)
{
    struct arena *arena = &scheduler->document->arena;
    const struct world_op *op = &operation->op;
    const int32_t peer = op->message.peer, tag = op->message.tag;
    if (peer == WORLD_ANY) {
        int senders[WORLD_RANKS_MAX];
        size_t count = match_senders(scheduler, operation, senders);
        for (size_t i = 0; i < count; i++)
            deadlock_add_wait(scheduler, finding, operation->rank, senders[i], true,
                              arena_printf(arena, "%s from ANY", op->call));
    } else if (collect_is_window(scheduler, op->context)) {
        deadlock_add_wait(scheduler, finding, operation->rank, peer, false,
                          arena_printf(arena, "%s on %s: rank %d has not called %s", op->call,
                                       place_comm(scheduler, op->context), peer,
                                       tag == 0 ? "MPI_Win_post" : "MPI_Win_complete"));
    } else {
        deadlock_add_wait(scheduler, finding, operation->rank, peer, false,
                          arena_printf(arena, "%s %s %d, tag %s", op->call,
                                       op->kind == OP_SEND ? "to" : "from", peer,
                                       tag == WORLD_ANY ? "ANY" : arena_printf(arena, "%d", tag)));
    }
}

/* The kinds that are left out wait for no rank. */
static void waits_of(struct scheduler *scheduler, struct finding *finding,
                     const struct operation *operation)
{
    struct arena *arena = &scheduler->document->arena;
    const struct world_op *op = &operation->op;
    switch ((enum op_kind)op->kind) {
    case OP_SEND:
    case OP_RECEIVE:
    case OP_PROBE:
        waits_of_message(scheduler, finding, operation);
        break;
    case OP_WAIT:
        waits_of_requests(scheduler, finding, operation);
        break;
    case OP_COLLECTIVE:
        waits_of_collective(scheduler, finding, operation);
        break;
    case OP_GENERAL:
        deadlock_add_wait(scheduler, finding, operation->rank, operation->rank, false,
                          strcmp(op->call, "MPI_Grequest_start") == 0
                              ? "MPI_Grequest_complete of its own"
                              : "MPI_Pready of its own");
        break;
    case OP_LOCK:
        waits_of_lock(scheduler, finding, operation);
        break;
    case OP_ACCESS:
        deadlock_add_wait(scheduler, finding, operation->rank, operation->rank, false,
                          arena_printf(arena, "%s reads the same value again and again", op->call));
        break;
    default:
        break;
    }
}

/* Adds messages and receives that have no match: often a tag or a communicator shows why. */
static void add_queues(struct scheduler *scheduler, struct finding *finding)
{
    enum { SHOWN = 8 };
    struct arena *arena = &scheduler->document->arena;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct operation *each;
        int shown = 0;
        DL_FOREACH(scheduler->ranks[rank].messages, each)
        if (!scheduler_sleeps(scheduler, each) && shown++ < SHOWN)
            related_add(scheduler, finding,
                        arena_printf(arena,
                                     "message from rank %d that rank %d does not receive "
                                     "(tag %d, %s): sent at",
                                     each->rank, rank, each->op.message.tag,
                                     place_comm(scheduler, each->op.context)),
                        each->rank, each->op.site, each->op.stack);
        shown = 0;
        DL_FOREACH(scheduler->ranks[rank].receives, each)
        if (!scheduler_sleeps(scheduler, each) && shown++ < SHOWN)
            related_add(
                scheduler, finding,
                arena_printf(arena, "receive of rank %d that no message matches: posted at", rank),
                rank, each->op.site, each->op.stack);
    }
}

/* Returns the collective that a rank cannot leave, or whose request it waits for. NULL: it waits
 * for something else, or several of its threads wait. */
static const struct operation *stuck_in(const struct scheduler *scheduler, int rank)
{
    const struct operation *waiting = scheduler->ranks[rank].waiting;
    if (!waiting || waiting->beside)
        return NULL;
    if (waiting->op.kind == OP_COLLECTIVE)
        return waiting;
    if (waiting->op.kind != OP_WAIT ||
        (waiting->op.wait.mode != WAIT_FOR_ALL && waiting->op.wait.requests > 1))
        return NULL;
    for (uint32_t i = 0; i < waiting->op.wait.requests; i++) {
        const struct operation *operation = scheduler_find(scheduler, rank, waiting->numbers[i]);
        if (operation && !operation->complete && operation->op.kind == OP_COLLECTIVE)
            return operation;
    }
    return NULL;
}

/* A search for a cycle of ranks that wait for each other, each in a collective. */
struct circle {
    const struct scheduler *scheduler;
    enum { UNSEEN, ON_PATH, DONE } seen[WORLD_RANKS_MAX];
    int path[WORLD_RANKS_MAX];
    int length, start; /* the cycle is path[start] to the end */
};

static bool has_two_comms(const struct circle *circle)
{
    int32_t first = stuck_in(circle->scheduler, circle->path[circle->start])->op.context;
    for (int i = circle->start + 1; i < circle->length; i++)
        if (stuck_in(circle->scheduler, circle->path[i])->op.context != first)
            return true;
    return false;
}

/* Follows the waits of a rank; returns true if the path ends in a cycle over more than one
 * communicator. */
/* NOLINTNEXTLINE(misc-no-recursion): at most as deep as there are ranks */
static bool deadlock_follow(struct circle *circle, int rank)
{
    const struct operation *stuck = stuck_in(circle->scheduler, rank);
    if (!stuck || circle->seen[rank] == DONE)
        return false;
    if (circle->seen[rank] == ON_PATH) {
        for (circle->start = 0; circle->path[circle->start] != rank;)
            circle->start++;
        return has_two_comms(circle);
    }
    circle->seen[rank] = ON_PATH;
    circle->path[circle->length++] = rank;
    bool found = false;
    int *missing = memory_zero((size_t)circle->scheduler->options.ranks, sizeof *missing);
    size_t count = collect_missing(circle->scheduler, stuck, missing);
    for (size_t i = 0; i < count && !found; i++)
        found = deadlock_follow(circle, missing[i]);
    free(missing);
    if (!found) {
        circle->length--;
        circle->seen[rank] = DONE;
    }
    return found;
}

/* Marks the ranks of a cycle of collectives on different communicators; returns false if there is
 * none. */
static bool find_circle(const struct scheduler *scheduler, bool *marked)
{
    struct circle *circle = memory_zero(1, sizeof *circle);
    bool found = false;
    circle->scheduler = scheduler;
    for (int rank = 0; rank < scheduler->options.ranks && !found; rank++)
        found = deadlock_follow(circle, rank);
    for (int i = circle->start; i < circle->length && found; i++)
        marked[circle->path[i]] = true;
    free(circle);
    return found;
}

/* Adds the waits of the marked ranks; NULL: of all. */
static void waits_of_ranks(struct scheduler *scheduler, struct finding *finding, const bool *marked)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        for (const struct operation *each = scheduler->ranks[rank].waiting; each;
             each = each->beside)
            if (!marked || marked[rank])
                waits_of(scheduler, finding, each);
}

void deadlock_waits(struct scheduler *scheduler, struct finding *finding)
{
    waits_of_ranks(scheduler, finding, NULL);
}

/* Adds the places where ranks wait. Those that wait for a message are nearer to the cause than
 * those in collectives, so they come first. */
static void add_places(struct scheduler *scheduler, struct finding *finding, const bool *marked,
                       bool collectives)
{
    struct arena *arena = &scheduler->document->arena;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct operation *waiting = scheduler->ranks[rank].waiting;
        for (; waiting; waiting = waiting->beside) {
            if ((marked && !marked[rank]) || (waiting->op.kind == OP_COLLECTIVE) != collectives)
                continue;
            struct location *location =
                arena_push(arena, finding->locations, finding->location_count);
            location_of(scheduler, waiting, location);
            location_keep_stack(scheduler, scheduler_lane(scheduler, waiting)->stack, location);
            if (!finding_has_rank(finding, rank))
                *arena_push(arena, finding->ranks, finding->rank_count) = rank;
        }
    }
}

/* Returns a collective in which its rank waits although MPI lets it leave; NULL: there is none. */
static const struct operation *find_held(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct operation *stuck = stuck_in(scheduler, rank);
        if (stuck && collect_may_leave(stuck))
            return stuck;
    }
    return NULL;
}

static bool somebody_sends(const struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        for (const struct operation *each = scheduler->ranks[rank].waiting; each;
             each = each->beside)
            if (buffering_allowed(each))
                return true;
    return false;
}

static void describe_held(struct scheduler *scheduler, struct finding *finding,
                          const struct operation *held)
{
    struct arena *arena = &scheduler->document->arena;
    finding->headline =
        arena_printf(arena, "%s if %s waits for all members", finding->headline, held->op.call);
    finding->why = arena_printf(
        arena,
        "MPI may let rank %d leave %s before all members have called it, but does not have to%s.",
        held->rank, held->op.call,
        somebody_sends(scheduler) ? "; nor does it have to buffer a standard send" : "");
}

void deadlock_report(struct scheduler *scheduler)
{
    struct arena *arena = &scheduler->document->arena;
    bool marked[WORLD_RANKS_MAX] = {false};
    bool circle = find_circle(scheduler, marked);
    const bool *only = circle ? marked : NULL;
    struct finding *finding =
        document_add(scheduler->document, circle ? "mismatch.comm" : "deadlock");
    scheduler_ask_stacks(scheduler);
    add_places(scheduler, finding, only, false);
    add_places(scheduler, finding, only, true);
    waits_of_ranks(scheduler, finding, only);
    finding->headline =
        circle ? arena_printf(arena,
                              "%zu ranks wait for each other in collectives on different "
                              "communicators",
                              finding->rank_count)
               : arena_printf(arena, "%zu rank%s can never go on", finding->rank_count,
                              finding->rank_count == 1 ? "" : "s");
    const struct operation *held = find_held(scheduler);
    if (held)
        describe_held(scheduler, finding, held);
    add_queues(scheduler, finding);
    history_tell(scheduler, finding);
}
