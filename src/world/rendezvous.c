/* rendezvous.c: whether an execution that had buffers for its standard sends could also have been
 * one without, or gets stuck.
 *
 * The ranks are gone; what each posted, and what met what, is known. All of it happens again on
 * paper, but now a standard send is over only when its receive is there. When nobody can go on,
 * and nothing else could happen than what did (a receive of any source could take another message,
 * MPI_Waitany another request: that is another execution, which the search has too), then the
 * program needs buffers. Else the sends that stand in the way are let go, and it goes on: as few
 * buffers as this execution needs. */
#include "world/choices.h"

#include <stdlib.h>
#include <string.h>

/* More than this is not looked at. */
enum { STEPS_LOOKED_AT = 1 << 18 };

struct paper_rank {
    size_t at;         /* the step that it is in */
    bool entered;      /* that step was posted */
    uint32_t *step_of; /* by number of the operation: 1 + its step */
    uint32_t numbers;
    bool *let_go; /* by step: a send that got a buffer */
};

struct paper {
    struct scheduler *scheduler;
    struct known *known;
    struct paper_rank *ranks;
};

static struct known_message *message_at(const struct paper *paper, const struct trace_step *step)
{
    return &paper->known->ranks[step->peer].messages[step->known - 1];
}

static bool is_standard_send(const struct trace_step *step)
{
    return step->kind == OP_SEND && !(step->flags & (OP_SYNCHRONOUS | OP_BUFFERED));
}

static struct known_collective *collective_of(const struct known *known,
                                              const struct trace_step *step)
{
    struct known_collective *collective;
    HASH_FIND(hh, known->collectives, &step->collective, sizeof step->collective, collective);
    return collective;
}

static bool all_needed_came(const struct known *known, const struct trace_step *step)
{
    const struct known_collective *collective = collective_of(known, step);
    for (uint32_t i = 0; i < step->need_count; i++) {
        uint32_t member = step->needs ? step->needs[i] : step->need + i;
        if (!collective || member >= collective->members || !collective->came[member])
            return false;
    }
    return true;
}

/* Whether the operation is over, if it was posted. That nobody receives a message is another
 * finding. */
static bool is_over(const struct paper *paper, int rank, size_t step_index)
{
    const struct known_rank *known = &paper->known->ranks[rank];
    const struct trace_step *step = &known->steps[step_index];
    switch ((enum op_kind)step->kind) {
    case OP_SEND:
        return (step->flags & OP_BUFFERED) || paper->ranks[rank].let_go[step_index] ||
               !message_at(paper, step)->taken || message_at(paper, step)->met;
    case OP_RECEIVE:
        return !step->known || known->receives[step->known - 1].met;
    case OP_PROBE:
        return step->message == 0 || known->messages[step->message - 1].there;
    case OP_COLLECTIVE:
        return all_needed_came(paper->known, step);
    default:
        return true;
    }
}

static bool is_request_over(const struct paper *paper, int rank, uint32_t number)
{
    const struct paper_rank *own = &paper->ranks[rank];
    uint32_t step = number < own->numbers ? own->step_of[number] : 0;
    return step == 0 || is_over(paper, rank, step - 1);
}

static bool is_done(const struct paper *paper, int rank, size_t step_index)
{
    const struct trace_step *step = &paper->known->ranks[rank].steps[step_index];
    if (step->kind != OP_WAIT)
        return !(step->flags & OP_WAITS) || is_over(paper, rank, step_index);
    for (uint32_t i = 0; i < step->members; i++)
        if (step->chosen[i] && !is_request_over(paper, rank, step->numbers[i]))
            return false;
    return true;
}

/* Lets receives of the rank meet their messages, as far as MPI's order allows; false: none did. */
static bool meet(struct known_rank *rank)
{
    bool any = false;
    for (size_t i = rank->first_open; i < rank->receive_count; i++) {
        struct known_receive *receive = &rank->receives[i];
        if (!receive->there)
            break;
        if (receive->met || receive->message == 0)
            continue;
        struct known_message *message = &rank->messages[receive->message - 1];
        bool first = message->there;
        for (size_t j = rank->first_open; j < i && first; j++) {
            const struct known_receive *earlier = &rank->receives[j];
            first = earlier->met ||
                    !choices_fits(earlier->context, earlier->peer, earlier->tag, message);
        }
        if (!first)
            continue;
        receive->met = message->met = true;
        any = true;
    }
    while (rank->first_open < rank->receive_count && rank->receives[rank->first_open].met)
        rank->first_open++;
    return any;
}

static void enter(struct paper *paper, int rank, const struct trace_step *step)
{
    struct known_rank *known = &paper->known->ranks[rank];
    struct known_collective *collective;
    switch ((enum op_kind)step->kind) {
    case OP_SEND:
        message_at(paper, step)->there = true;
        meet(&paper->known->ranks[step->peer]);
        break;
    case OP_RECEIVE:
        if (step->known) {
            known->receives[step->known - 1].there = true;
            meet(known);
        }
        break;
    case OP_COLLECTIVE:
        collective = collective_of(paper->known, step);
        if (collective && step->index < collective->members)
            collective->came[step->index] = true;
        break;
    default:
        break;
    }
}

/* A matched probe takes its message. */
static void leave(struct known_rank *known, const struct trace_step *step)
{
    if (step->kind == OP_PROBE && (step->flags & OP_MATCHED) && step->message)
        known->messages[step->message - 1].met = true;
}

/* As far as the rank comes; false: not a step. */
static bool advance(struct paper *paper, int rank)
{
    struct paper_rank *own = &paper->ranks[rank];
    struct known_rank *known = &paper->known->ranks[rank];
    bool any = false;
    while (own->at < known->step_count) {
        const struct trace_step *step = &known->steps[own->at];
        if (!own->entered)
            enter(paper, rank, step);
        any = any || !own->entered;
        own->entered = true;
        if (!is_done(paper, rank, own->at))
            return any;
        leave(known, step);
        own->at++;
        own->entered = false;
        any = true;
    }
    return any;
}

/* Whether the rank could take a message that is there, another one than it took. */
static bool could_receive(const struct known_rank *rank, int32_t context, int32_t peer, int32_t tag)
{
    for (size_t i = 0; i < rank->message_count; i++)
        if (rank->messages[i].there && !rank->messages[i].met &&
            choices_fits(context, peer, tag, &rank->messages[i]))
            return true;
    return false;
}

static bool has_alternative(const struct paper *paper, int rank)
{
    const struct known_rank *known = &paper->known->ranks[rank];
    const struct trace_step *step = &known->steps[paper->ranks[rank].at];
    if (step->flags & OP_POLLS)
        return true; /* it could find nothing */
    for (uint32_t i = 0; step->kind == OP_WAIT && i < step->members; i++)
        if (step->mode != WAIT_FOR_ALL && is_request_over(paper, rank, step->numbers[i]))
            return true;
    if (step->kind == OP_PROBE && step->source == WORLD_ANY &&
        could_receive(known, step->context, WORLD_ANY, step->tag))
        return true;
    for (size_t i = known->first_open; i < known->receive_count; i++) {
        const struct known_receive *receive = &known->receives[i];
        if (receive->there && !receive->met && receive->peer == WORLD_ANY &&
            could_receive(known, receive->context, receive->peer, receive->tag))
            return true;
    }
    return false;
}

static bool let_go_step(struct paper *paper, int rank, size_t step_index)
{
    if (!is_standard_send(&paper->known->ranks[rank].steps[step_index]) ||
        is_over(paper, rank, step_index))
        return false;
    paper->ranks[rank].let_go[step_index] = true;
    return true;
}

/* The sends that the rank stands in, or waits for; false: there are none. */
static bool let_go(struct paper *paper, int rank)
{
    const struct paper_rank *own = &paper->ranks[rank];
    const struct trace_step *step = &paper->known->ranks[rank].steps[own->at];
    if (step->kind != OP_WAIT)
        return let_go_step(paper, rank, own->at);
    bool any = false;
    for (uint32_t i = 0; i < step->members; i++) {
        uint32_t of = step->numbers[i] < own->numbers ? own->step_of[step->numbers[i]] : 0;
        if (step->chosen[i] && of)
            any = let_go_step(paper, rank, of - 1) || any;
    }
    return any;
}

/* The first send that somebody stands in; 0: none. */
static uint64_t blocked_site(const struct paper *paper)
{
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++) {
        const struct known_rank *known = &paper->known->ranks[rank];
        const struct paper_rank *own = &paper->ranks[rank];
        if (own->at == known->step_count)
            continue;
        const struct trace_step *step = &known->steps[own->at];
        if (is_standard_send(step))
            return step->site;
        for (uint32_t i = 0; step->kind == OP_WAIT && i < step->members; i++) {
            uint32_t of = step->numbers[i] < own->numbers ? own->step_of[step->numbers[i]] : 0;
            if (of && is_standard_send(&known->steps[of - 1]) && !is_over(paper, rank, of - 1))
                return known->steps[of - 1].site;
        }
    }
    return 0;
}

enum paper_state { PAPER_OVER, PAPER_GOES_ON, PAPER_STUCK };

/* Nobody moves. */
static enum paper_state rest(struct paper *paper)
{
    bool over = true, other = false, gone = false;
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++) {
        if (paper->ranks[rank].at == paper->known->ranks[rank].step_count)
            continue;
        over = false;
        other = other || has_alternative(paper, rank);
    }
    if (over)
        return PAPER_OVER;
    if (!other)
        return PAPER_STUCK;
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++)
        if (paper->ranks[rank].at < paper->known->ranks[rank].step_count)
            gone = let_go(paper, rank) || gone;
    return gone ? PAPER_GOES_ON : PAPER_OVER;
}

static void prepare(struct paper *paper, int rank)
{
    struct paper_rank *own = &paper->ranks[rank];
    const struct known_rank *known = &paper->known->ranks[rank];
    for (size_t i = 0; i < known->step_count; i++)
        if (known->steps[i].number >= own->numbers)
            own->numbers = known->steps[i].number + 1;
    own->step_of = memory_zero(own->numbers + 1, sizeof *own->step_of);
    own->let_go = memory_zero(known->step_count + 1, sizeof *own->let_go);
    for (size_t i = 0; i < known->step_count; i++)
        own->step_of[known->steps[i].number] = (uint32_t)i + 1;
}

uint64_t rendezvous_needs_buffer(struct scheduler *scheduler)
{
    int ranks = scheduler->options.ranks;
    struct paper paper = {.scheduler = scheduler, .known = scheduler->known};
    size_t steps = 0;
    bool any = false;
    for (int rank = 0; rank < ranks; rank++) {
        const struct known_rank *known = &paper.known->ranks[rank];
        steps += known->step_count;
        for (size_t i = 0; i < known->step_count && !any; i++)
            any = is_standard_send(&known->steps[i]);
    }
    if (!any || steps > STEPS_LOOKED_AT)
        return 0;
    paper.ranks = memory_zero((size_t)ranks, sizeof *paper.ranks);
    for (int rank = 0; rank < ranks; rank++)
        prepare(&paper, rank);
    enum paper_state state = PAPER_GOES_ON;
    while (state == PAPER_GOES_ON) {
        bool moved = false;
        for (int rank = 0; rank < ranks; rank++)
            moved = advance(&paper, rank) || moved;
        if (!moved)
            state = rest(&paper);
    }
    uint64_t site = state == PAPER_STUCK ? blocked_site(&paper) : 0;
    for (int rank = 0; rank < ranks; rank++) {
        free(paper.ranks[rank].step_of);
        free(paper.ranks[rank].let_go);
    }
    free(paper.ranks);
    return site;
}
