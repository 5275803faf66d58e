#include "world/history.h"

#include "world/state.h"

#include <stdlib.h>
#include <string.h>

void history_add(struct scheduler *scheduler, struct operation *operation)
{
    struct rank_state *state = &scheduler->ranks[operation->rank];
    if (!scheduler->options.record)
        return; /* nobody will look at it */
    if (!state->history)
        state->history = memory_zero(HISTORY, sizeof *state->history);
    struct past *past = &state->history[state->history_count++ % HISTORY];
    operation->time = ++state->time;
    *past = (struct past){.time = operation->time, .op = operation->op, .partner = -1};
    operation->past = past;
}

/* The place of an operation; NULL: newer calls took it, or it was never kept. */
static struct past *past_of(const struct operation *operation)
{
    struct past *past = operation->past;
    return past && past->op.number == operation->op.number ? past : NULL;
}

static void later(uint64_t *time, uint64_t than)
{
    *time = *time < than ? than : *time;
}

/* What the requests met that a call waited for. */
static void after_requests(struct rank_state *state, const struct operation *wait)
{
    for (int i = 0; i < HISTORY; i++)
        for (uint32_t j = 0; j < wait->op.members && state->history[i].after; j++)
            if (state->history[i].op.number == wait->numbers[j])
                later(&state->time, state->history[i].after);
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
        later(&state->time, operation->after);
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
    later(&collective->after, member->time);
}

void history_met(struct operation *receive, struct operation *send)
{
    later(&receive->after, send->time);
    later(&send->after, receive->time);
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

/* One call among those of all ranks. */
struct told {
    const struct past *past;
    int rank;
};

static int by_time(const void *left, const void *right)
{
    const struct told *one = left, *other = right;
    if (one->past->time != other->past->time)
        return one->past->time < other->past->time ? -1 : 1;
    return (one->rank > other->rank) - (one->rank < other->rank);
}

static size_t gather(const struct scheduler *scheduler, struct told *told)
{
    size_t count = 0;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        for (int i = 0; scheduler->ranks[rank].history && i < HISTORY; i++)
            if (scheduler->ranks[rank].history[i].time)
                told[count++] = (struct told){&scheduler->ranks[rank].history[i], rank};
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

static void add_event(struct scheduler *scheduler, struct finding *finding, const struct told *told)
{
    struct event *event =
        arena_push(&scheduler->document->arena, finding->events, finding->event_count);
    struct operation operation = {.op = told->past->op, .rank = told->rank};
    location_of(scheduler, &operation, &event->at);
    event->state = state_of(scheduler, told);
}

static size_t index_of(const struct told *told, size_t count, int rank, uint32_t number)
{
    size_t i = 0;
    while (i < count && !(told[i].rank == rank && told[i].past->op.number == number))
        i++;
    return i;
}

static void add_message(struct arena *arena, struct finding *finding, const struct told *told,
                        size_t count, size_t receive)
{
    const struct past *past = told[receive].past;
    size_t send = index_of(told, count, past->partner, past->partner_number);
    if (past->partner < 0 || send == count)
        return;
    struct match *match = arena_push(arena, finding->matches, finding->match_count);
    match->kind = MATCH_MESSAGE;
    *arena_push(arena, match->events, match->event_count) = send;
    *arena_push(arena, match->events, match->event_count) = receive;
    for (uint32_t i = 0; i < past->other_count; i++) {
        size_t other = index_of(told, count, past->others[i].rank, past->others[i].number);
        match->wildcard = true;
        if (other < count)
            *arena_push(arena, match->alternatives, match->alternative_count) = other;
    }
}

/* The members of a collective, told once: by the first of them. */
static void add_collective(struct arena *arena, struct finding *finding, const struct told *told,
                           size_t count, size_t first)
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
                *arena_push(arena, match->events, match->event_count) = i;
        }
        if (members < 2)
            return;
    }
}

void history_tell(struct scheduler *scheduler, struct finding *finding)
{
    struct arena *arena = &scheduler->document->arena;
    struct told *told = memory_alloc((size_t)scheduler->options.ranks * HISTORY * sizeof *told);
    size_t count = gather(scheduler, told);
    for (size_t i = 0; i < count; i++)
        add_event(scheduler, finding, &told[i]);
    for (size_t i = 0; i < count; i++) {
        if (told[i].past->op.kind == OP_COLLECTIVE && told[i].past->done)
            add_collective(arena, finding, told, count, i);
        else
            add_message(arena, finding, told, count, i);
    }
    free(told);
}
