#include "world/findings/history.h"

#include "world/findings/place.h"
#include "world/schedule/state.h"

#include <stdlib.h>
#include <string.h>

void history_add(struct scheduler *scheduler, struct operation *operation)
{
    struct rank_state *state = &scheduler->ranks[operation->rank];
    if (!scheduler->options.record)
        return; /* nobody will read it */
    if (!state->history)
        state->history = memory_zero(HISTORY, sizeof *state->history);
    struct past *past = &state->history[state->history_count++ % HISTORY];
    operation->time = ++state->time;
    *past = (struct past){.time = operation->time, .op = operation->op, .partner = -1};
    operation->past = past;
}

/* Returns the entry of an operation; NULL: a newer call has replaced it, or it was never kept. */
static struct past *past_of(const struct operation *operation)
{
    struct past *past = operation->past;
    return past && past->op.number == operation->op.number ? past : NULL;
}

static void history_later(uint64_t *time, uint64_t than)
{
    *time = *time < than ? than : *time;
}

/* Moves the rank's time behind the matches of the requests that the call has completed. */
static void after_requests(struct rank_state *state, const struct operation *wait)
{
    for (int i = 0; i < HISTORY; i++)
        for (uint32_t j = 0; j < wait->op.wait.requests && state->history[i].after; j++)
            if (state->history[i].op.number == wait->numbers[j])
                history_later(&state->time, state->history[i].after);
}

void history_done(struct scheduler *scheduler, const struct operation *operation)
{
    struct rank_state *state = &scheduler->ranks[operation->rank];
    struct past *past = past_of(operation);
    if (past) {
        past->done = true;
        past->after = operation->after;
    }
    if (operation->op.flags & OP_WAITS)
        history_later(&state->time, operation->after);
    if (operation->op.kind == OP_WAIT && state->history)
        after_requests(state, operation);
}

void history_collective(const struct operation *operation, uint32_t sequence)
{
    struct past *past = past_of(operation);
    if (past)
        past->sequence = sequence;
}

void history_needs(struct operation *collective, const struct operation *member)
{
    history_later(&collective->after, member->time);
}

void history_met(struct operation *receive, struct operation *send)
{
    history_later(&receive->after, send->time);
    history_later(&send->after, receive->time);
    struct past *past = past_of(receive);
    if (!past)
        return;
    past->partner = send->rank;
    past->partner_number = send->op.number;
}

void history_could_meet(const struct operation *receive, struct operation *const *sends, int count,
                        int chosen)
{
    struct past *past = past_of(receive);
    for (int i = 0; past && i < count && past->other_count < HISTORY_OTHERS; i++) {
        if (i == chosen)
            continue;
        past->others[past->other_count].rank = sends[i]->rank;
        past->others[past->other_count++].number = sends[i]->op.number;
    }
}

/* One operation in the list of those of all ranks. */
struct told {
    const struct past *past;
    int rank;
    size_t event; /* the event that it is part of */
};

static int by_time(const void *left, const void *right)
{
    const struct told *one = left, *other = right;
    if (one->past->time != other->past->time)
        return one->past->time < other->past->time ? -1 : 1;
    return (one->rank > other->rank) - (one->rank < other->rank);
}

static size_t history_gather(const struct scheduler *scheduler, struct told *told)
{
    size_t count = 0;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        for (int i = 0; scheduler->ranks[rank].history && i < HISTORY; i++)
            if (scheduler->ranks[rank].history[i].time)
                told[count++] =
                    (struct told){.past = &scheduler->ranks[rank].history[i], .rank = rank};
    if (count > 0)
        qsort(told, count, sizeof *told, by_time);
    return count;
}

static enum event_state state_of(const struct scheduler *scheduler, const struct told *told)
{
    const struct operation *waiting = scheduler->ranks[told->rank].waiting;
    while (waiting && waiting->op.number != told->past->op.number)
        waiting = waiting->beside;
    if (told->past->op.kind == OP_PROBLEM)
        return EVENT_FAILED;
    if (told->past->done)
        return EVENT_DONE;
    return waiting ? EVENT_BLOCKED : EVENT_PENDING;
}

/* Returns whether an operation belongs to the same call as the one before: MPI_Sendrecv sends,
 * receives and waits. */
static bool history_continues(const struct told *before, const struct told *told)
{
    const struct world_op *first = &before->past->op, *next = &told->past->op;
    bool part = (next->kind == OP_RECEIVE && first->kind == OP_SEND) ||
                (next->kind == OP_WAIT && first->kind != OP_WAIT);
    return part && before->rank == told->rank && next->number == first->number + 1 &&
           next->site == first->site && strcmp(next->call, first->call) == 0;
}

/* Returns the operation before this one in the same call; NULL: this is the first. */
static const struct told *find_before(const struct told *told, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (history_continues(&told[i], &told[at]))
            return &told[i];
    return NULL;
}

static void join_event(struct scheduler *scheduler, struct event *event, const struct told *told)
{
    struct arena *arena = &scheduler->document->arena;
    struct operation operation = {.op = told->past->op, .rank = told->rank};
    struct location more = {0};
    enum event_state state = state_of(scheduler, told);
    location_of(scheduler, &operation, &more);
    for (size_t i = 0; i < more.argument_count; i++)
        if (strcmp(more.arguments[i].name, "source") == 0)
            *arena_push(arena, event->at.arguments, event->at.argument_count) = more.arguments[i];
    event->state = state > event->state ? state : event->state;
}

static void history_add_event(struct scheduler *scheduler, struct finding *finding,
                              struct told *told, size_t at)
{
    const struct told *before = find_before(told, at);
    if (before) {
        told[at].event = before->event;
        join_event(scheduler, &finding->events[before->event], &told[at]);
        return;
    }
    told[at].event = finding->event_count;
    struct event *event =
        arena_push(&scheduler->document->arena, finding->events, finding->event_count);
    struct operation operation = {.op = told[at].past->op, .rank = told[at].rank};
    location_of(scheduler, &operation, &event->at);
    event->state = state_of(scheduler, &told[at]);
}

static size_t index_of(const struct told *told, size_t count, int rank, uint32_t number)
{
    size_t i = 0;
    while (i < count && !(told[i].rank == rank && told[i].past->op.number == number))
        i++;
    return i;
}

static void history_add_message(struct arena *arena, struct finding *finding,
                                const struct told *told, size_t count, size_t receive)
{
    const struct past *past = told[receive].past;
    size_t send = index_of(told, count, past->partner, past->partner_number);
    if (past->partner < 0 || send == count)
        return;
    struct match *match = arena_push(arena, finding->matches, finding->match_count);
    match->kind = MATCH_MESSAGE;
    *arena_push(arena, match->events, match->event_count) = told[send].event;
    *arena_push(arena, match->events, match->event_count) = told[receive].event;
    for (uint32_t i = 0; i < past->other_count; i++) {
        size_t other = index_of(told, count, past->others[i].rank, past->others[i].number);
        match->wildcard = true;
        if (other < count)
            *arena_push(arena, match->alternatives, match->alternative_count) = told[other].event;
    }
}

/* Adds the members of a collective, once: for the first of them. */
static void history_add_collective(struct arena *arena, struct finding *finding,
                                   const struct told *told, size_t count, size_t first)
{
    size_t members = 0;
    for (size_t pass = 0; pass < 2; pass++) {
        struct match *match = NULL;
        if (pass == 1) {
            match = arena_push(arena, finding->matches, finding->match_count);
            match->kind = MATCH_COLLECTIVE;
        }
        for (size_t i = 0; i < count; i++) {
            const struct past *past = told[i].past;
            if (past->op.kind != OP_COLLECTIVE || !past->done ||
                past->op.context != told[first].past->op.context ||
                past->sequence != told[first].past->sequence)
                continue;
            if (i < first)
                return;
            members++;
            if (match)
                *arena_push(arena, match->events, match->event_count) = told[i].event;
        }
        if (members < 2)
            return;
    }
}

void history_tell(struct scheduler *scheduler, struct finding *finding)
{
    struct arena *arena = &scheduler->document->arena;
    struct told *told = memory_alloc((size_t)scheduler->options.ranks * HISTORY * sizeof *told);
    size_t count = history_gather(scheduler, told);
    for (size_t i = 0; i < count; i++)
        history_add_event(scheduler, finding, told, i);
    for (size_t i = 0; i < count; i++) {
        if (told[i].past->op.kind == OP_COLLECTIVE && told[i].past->done)
            history_add_collective(arena, finding, told, count, i);
        else
            history_add_message(arena, finding, told, count, i);
    }
    free(told);
}

void history_keep(struct scheduler *scheduler)
{
    struct document *document = scheduler->document;
    struct finding picture = {0};
    if (document->finding_count > 0)
        return;
    history_tell(scheduler, &picture);
    *arena_push(&document->arena, document->interleavings, document->interleaving_count) =
        (struct interleaving){.number = 1,
                              .outcome = "ended",
                              .events = picture.events,
                              .event_count = picture.event_count,
                              .matches = picture.matches,
                              .match_count = picture.match_count};
}
