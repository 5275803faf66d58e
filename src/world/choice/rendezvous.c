/* rendezvous.c: whether an execution that had buffers for its standard sends could also have been
 * one without, or gets stuck; and the same for collectives that wait for all members, where the
 * execution had those that wait for no more than MPI demands.
 *
 * The ranks are gone; what each posted, and what met what, is known. All of it happens again on
 * paper, but now a standard send is over only when its receive is there. When nobody can go on,
 * and nothing else could happen than what did (a receive of any source could take another message,
 * MPI_Waitany another request: that is another execution, which the search has too), then the
 * program needs buffers. Else some of the sends that stand in the way get a buffer, and it is tried
 * again: a buffer too many can hide that another one is needed, so all of them are tried, and each
 * alone, as long as the work is not too much.
 *
 * Collectives all wait, or none does: where nobody can go on and nothing else could happen, one of
 * them stands in the way that MPI would let go, and need not. */
#include "world/choice/choices.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_LOOKED_AT = 1 << 18, /* more than this is not looked at, */
    STEPS_REPEATED = 1 << 15,  /* and not more than this again and again */
};

struct paper_rank {
    size_t at;         /* the step that it is in */
    bool entered;      /* that step was posted */
    uint32_t *step_of; /* by number of the operation: 1 + its step */
    uint32_t numbers;
    bool *release_round; /* by step: a send that got a buffer */
};

/* A send of a rank that stands in it, or waits for it. */
struct blocked {
    int rank;
    uint32_t step;
};

/* Sends that have a buffer. */
struct buffers {
    struct blocked *list;
    size_t count;
};

struct paper {
    struct scheduler *scheduler;
    struct known *known;
    bool buffered; /* standard sends do not wait ... */
    bool waiting;  /* ... but collectives do, for all members */
    struct paper_rank *ranks;
    size_t steps;            /* of all ranks */
    struct blocked *blocked; /* now that nobody moves */
    size_t blocked_count, blocked_space;
    struct buffers *open; /* to be tried */
    size_t open_count, open_space;
    uint64_t *tried; /* and those that were tried, or will be, each as one number */
    size_t tried_count, tried_space;
};

static struct known_message *message_at(const struct paper *paper, const struct trace_step *step)
{
    return &paper->known->ranks[step->peer].messages[step->known - 1];
}

static bool is_standard_send(const struct trace_step *step)
{
    return step->kind == OP_SEND && !(step->flags & (OP_SYNCHRONOUS | OP_BUFFERED));
}

static struct known_collective *rendezvous_collective_of(const struct known *known,
                                                         const struct trace_step *step)
{
    struct known_collective *collective;
    HASH_FIND(hh, known->collectives, &step->collective, sizeof step->collective, collective);
    return collective;
}

static bool all_needed_came(const struct known *known, const struct trace_step *step)
{
    const struct known_collective *collective = rendezvous_collective_of(known, step);
    for (uint32_t i = 0; i < step->need_count; i++) {
        uint32_t member = step->needs ? step->needs[i] : step->need + i;
        if (!collective || member >= collective->members || !collective->came[member])
            return false;
    }
    return true;
}

static bool all_came(const struct known *known, const struct trace_step *step)
{
    const struct known_collective *collective = rendezvous_collective_of(known, step);
    for (uint32_t i = 0; collective && i < collective->members; i++)
        if (!collective->came[i])
            return false;
    return collective != NULL;
}

/* Whether the operation is over, if it was posted. */
static bool is_over(const struct paper *paper, int rank, size_t step_index)
{
    const struct known_rank *known = &paper->known->ranks[rank];
    const struct trace_step *step = &known->steps[step_index];
    switch ((enum op_kind)step->kind) {
    case OP_SEND:
        return (step->flags & OP_BUFFERED) || paper->ranks[rank].release_round[step_index] ||
               (paper->buffered && is_standard_send(step)) || message_at(paper, step)->met;
    case OP_RECEIVE:
        return !step->known || known->receives[step->known - 1].met;
    case OP_PROBE:
        return step->message == 0 || known->messages[step->message - 1].there;
    case OP_COLLECTIVE:
        return paper->waiting ? all_came(paper->known, step) : all_needed_came(paper->known, step);
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
static bool rendezvous_meet(struct known_rank *rank)
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
            first =
                earlier->met || !known_fits(earlier->context, earlier->peer, earlier->tag, message);
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

static void rendezvous_enter(struct paper *paper, int rank, const struct trace_step *step)
{
    struct known_rank *known = &paper->known->ranks[rank];
    struct known_collective *collective;
    switch ((enum op_kind)step->kind) {
    case OP_SEND:
        message_at(paper, step)->there = true;
        rendezvous_meet(&paper->known->ranks[step->peer]);
        break;
    case OP_RECEIVE:
        if (step->known) {
            known->receives[step->known - 1].there = true;
            rendezvous_meet(known);
        } else if (step->message) {
            known->messages[step->message - 1].met = true;
        }
        break;
    case OP_COLLECTIVE:
        collective = rendezvous_collective_of(paper->known, step);
        if (collective && step->index < collective->members)
            collective->came[step->index] = true;
        break;
    default:
        break;
    }
}

/* A matched probe takes its message; the send is over when it is received. */
static void rendezvous_leave(struct known_rank *known, const struct trace_step *step)
{
    if (step->kind == OP_PROBE && (step->flags & OP_MATCHED) && step->message)
        known->messages[step->message - 1].held = true;
}

/* As far as the rank comes; false: not a step. */
static bool rendezvous_advance(struct paper *paper, int rank)
{
    struct paper_rank *own = &paper->ranks[rank];
    struct known_rank *known = &paper->known->ranks[rank];
    bool any = false;
    while (own->at < known->step_count) {
        const struct trace_step *step = &known->steps[own->at];
        if (!own->entered)
            rendezvous_enter(paper, rank, step);
        any = any || !own->entered;
        own->entered = true;
        if (!is_done(paper, rank, own->at))
            return any;
        rendezvous_leave(known, step);
        own->at++;
        own->entered = false;
        any = true;
    }
    return any;
}

static bool is_free(const struct known_message *message)
{
    return message->there && !message->held && !message->met;
}

/* Whether it is the first of its sender that a receive of any source could take. */
static bool rendezvous_is_first(const struct known_rank *rank, const struct known_message *message,
                                int32_t context, int32_t tag)
{
    for (const struct known_message *earlier = rank->messages; earlier < message; earlier++)
        if (earlier->sender == message->sender && is_free(earlier) &&
            known_fits(context, WORLD_ANY, tag, earlier))
            return false;
    return true;
}

/* Whether the rank could take a message that is there, another one than it took: one that none of
 * its receives before `earlier` takes first. */
static bool could_receive(const struct known_rank *rank, int32_t context, int32_t tag,
                          size_t earlier)
{
    for (size_t i = 0; i < rank->message_count; i++) {
        const struct known_message *message = &rank->messages[i];
        if (!is_free(message) || !known_fits(context, WORLD_ANY, tag, message))
            continue;
        bool free = rendezvous_is_first(rank, message, context, tag);
        for (size_t j = rank->first_open; j < earlier && free; j++) {
            const struct known_receive *receive = &rank->receives[j];
            free = !receive->there || receive->met ||
                   !known_fits(receive->context, receive->peer, receive->tag, message);
        }
        if (free)
            return true;
    }
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
        could_receive(known, step->context, step->tag, known->receive_count))
        return true;
    for (size_t i = known->first_open; i < known->receive_count; i++) {
        const struct known_receive *receive = &known->receives[i];
        if (receive->there && !receive->met && receive->peer == WORLD_ANY &&
            could_receive(known, receive->context, receive->tag, i))
            return true;
    }
    return false;
}

/* Of those that wait for what MPI does not demand. */
static bool rendezvous_could_go_on(const struct paper *paper, const struct trace_step *step)
{
    if (step->kind == OP_COLLECTIVE)
        return paper->waiting && all_needed_came(paper->known, step);
    return is_standard_send(step) && !paper->waiting;
}

static void rendezvous_add_blocked(struct paper *paper, int rank, size_t step_index)
{
    if (!rendezvous_could_go_on(paper, &paper->known->ranks[rank].steps[step_index]) ||
        is_over(paper, rank, step_index))
        return;
    paper->blocked = memory_room(paper->blocked, paper->blocked_count, &paper->blocked_space,
                                 sizeof *paper->blocked);
    paper->blocked[paper->blocked_count++] =
        (struct blocked){.rank = rank, .step = (uint32_t)step_index};
}

static void find_blocked(struct paper *paper)
{
    paper->blocked_count = 0;
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++) {
        const struct known_rank *known = &paper->known->ranks[rank];
        const struct paper_rank *own = &paper->ranks[rank];
        if (own->at == known->step_count)
            continue;
        const struct trace_step *step = &known->steps[own->at];
        if (step->kind != OP_WAIT)
            rendezvous_add_blocked(paper, rank, own->at);
        for (uint32_t i = 0; step->kind == OP_WAIT && i < step->members; i++) {
            uint32_t of = step->numbers[i] < own->numbers ? own->step_of[step->numbers[i]] : 0;
            if (step->chosen[i] && of)
                rendezvous_add_blocked(paper, rank, of - 1);
        }
    }
}

static uint64_t rendezvous_name_of(const struct blocked *blocked)
{
    uint64_t name = ((uint64_t)(unsigned)blocked->rank + 1) << 32 | blocked->step;
    name *= 0x9e3779b97f4a7c15U;
    return (name ^ name >> 31) * 0xd6e8feb86659fd93U;
}

/* To be tried later: these buffers and one more. */
static void open_with(struct paper *paper, const struct buffers *buffers,
                      const struct blocked *more)
{
    if (paper->tried_count * paper->steps > STEPS_REPEATED)
        return;
    uint64_t sum = rendezvous_name_of(more); /* whatever the order */
    for (size_t i = 0; i < buffers->count; i++)
        sum += rendezvous_name_of(&buffers->list[i]);
    for (size_t i = 0; i < paper->tried_count; i++)
        if (paper->tried[i] == sum)
            return;
    paper->tried =
        memory_room(paper->tried, paper->tried_count, &paper->tried_space, sizeof *paper->tried);
    paper->tried[paper->tried_count++] = sum;
    paper->open =
        memory_room(paper->open, paper->open_count, &paper->open_space, sizeof *paper->open);
    struct buffers *open = &paper->open[paper->open_count++];
    open->count = buffers->count + 1;
    open->list = memory_alloc(open->count * sizeof *open->list);
    if (buffers->count > 0)
        memcpy(open->list, buffers->list, buffers->count * sizeof *open->list);
    open->list[buffers->count] = *more;
}

/* Nothing has happened yet. */
static void rendezvous_begin(struct paper *paper, const struct buffers *buffers)
{
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++) {
        struct known_rank *known = &paper->known->ranks[rank];
        struct paper_rank *own = &paper->ranks[rank];
        for (size_t i = 0; i < known->message_count; i++)
            known->messages[i].there = known->messages[i].held = known->messages[i].met = false;
        for (size_t i = 0; i < known->receive_count; i++)
            known->receives[i].there = known->receives[i].met = false;
        known->first_open = 0;
        own->at = 0;
        own->entered = false;
        memset(own->release_round, 0, known->step_count * sizeof *own->release_round);
    }
    struct known_collective *collective, *next;
    HASH_ITER(hh, paper->known->collectives, collective, next)
    memset(collective->came, 0, collective->members * sizeof *collective->came);
    for (size_t i = 0; i < buffers->count; i++)
        paper->ranks[buffers->list[i].rank].release_round[buffers->list[i].step] = true;
}

static bool somebody_has_alternative(const struct paper *paper)
{
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++)
        if (paper->ranks[rank].at < paper->known->ranks[rank].step_count &&
            has_alternative(paper, rank))
            return true;
    return false;
}

static void advance_all(struct paper *paper)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (int rank = 0; rank < paper->scheduler->options.ranks; rank++)
            moved = rendezvous_advance(paper, rank) || moved;
    }
}

/* As far as it comes with these buffers, and with buffers for all sends that then stand in the way;
 * one for a single one of them is to be tried later. Gives the place of a send if it gets stuck. */
static uint64_t try_with(struct paper *paper, struct buffers *buffers)
{
    rendezvous_begin(paper, buffers);
    for (;;) {
        advance_all(paper);
        find_blocked(paper);
        const struct blocked *blocked = paper->blocked;
        size_t count = paper->blocked_count;
        if (count == 0)
            return 0;
        if (!somebody_has_alternative(paper))
            return paper->known->ranks[blocked->rank].steps[blocked->step].site;
        for (size_t i = 0; i < count && count > 1; i++)
            open_with(paper, buffers, &blocked[i]);
        buffers->list =
            memory_resize(buffers->list, (buffers->count + count) * sizeof *buffers->list);
        memcpy(buffers->list + buffers->count, blocked, count * sizeof *blocked);
        buffers->count += count;
        for (size_t i = 0; i < count; i++)
            paper->ranks[blocked[i].rank].release_round[blocked[i].step] = true;
    }
}

/* The same, where nothing but what happened is to happen. */
static uint64_t try_waiting(struct paper *paper)
{
    rendezvous_begin(paper, &(struct buffers){0});
    advance_all(paper);
    find_blocked(paper);
    if (paper->blocked_count == 0 || somebody_has_alternative(paper))
        return 0;
    const struct blocked *blocked = paper->blocked;
    return paper->known->ranks[blocked->rank].steps[blocked->step].site;
}

static void rendezvous_prepare(struct paper *paper, int rank)
{
    struct paper_rank *own = &paper->ranks[rank];
    const struct known_rank *known = &paper->known->ranks[rank];
    for (size_t i = 0; i < known->step_count; i++)
        if (known->steps[i].number >= own->numbers)
            own->numbers = known->steps[i].number + 1;
    own->step_of = memory_zero(own->numbers + 1, sizeof *own->step_of);
    own->release_round = memory_zero(known->step_count + 1, sizeof *own->release_round);
    for (size_t i = 0; i < known->step_count; i++)
        own->step_of[known->steps[i].number] = (uint32_t)i + 1;
}

/* Whether there are standard sends, all of which were received. That nobody receives a message is
 * another finding, and its send would stand in the way for ever. */
static bool rendezvous_is_of_interest(const struct paper *paper)
{
    bool any = false;
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++) {
        const struct known_rank *known = &paper->known->ranks[rank];
        for (size_t i = 0; i < known->step_count; i++) {
            if (!is_standard_send(&known->steps[i]))
                continue;
            if (!message_at(paper, &known->steps[i])->taken)
                return false;
            any = true;
        }
    }
    return any;
}

static void paper_free(struct paper *paper)
{
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++) {
        free(paper->ranks[rank].step_of);
        free(paper->ranks[rank].release_round);
    }
    while (paper->open_count > 0)
        free(paper->open[--paper->open_count].list);
    free(paper->ranks);
    free(paper->blocked);
    free(paper->open);
    free(paper->tried);
}

/* Whether there are collectives that some rank need not wait in, and all were called by all: that
 * one was not is another finding. */
static bool has_collectives_to_wait_in(struct paper *paper)
{
    bool any = false;
    rendezvous_begin(paper, &(struct buffers){0});
    for (int rank = 0; rank < paper->scheduler->options.ranks; rank++)
        for (size_t i = 0; i < paper->known->ranks[rank].step_count; i++) {
            const struct trace_step *step = &paper->known->ranks[rank].steps[i];
            struct known_collective *collective =
                step->kind == OP_COLLECTIVE ? rendezvous_collective_of(paper->known, step) : NULL;
            if (!collective || step->index >= collective->members)
                continue;
            collective->came[step->index] = true;
            any = any || step->needs || step->need_count < collective->members;
        }
    const struct known_collective *each = paper->known->collectives;
    for (; each && any; each = each->hh.next)
        for (uint32_t i = 0; i < each->members; i++)
            any = any && each->came[i];
    return any;
}

static uint64_t look_for_buffers(struct paper *paper)
{
    struct buffers buffers = {0};
    uint64_t site = try_with(paper, &buffers);
    free(buffers.list);
    while (!site && paper->open_count > 0) {
        buffers = paper->open[--paper->open_count];
        site = try_with(paper, &buffers);
        free(buffers.list);
    }
    return site;
}

/* With sends as they were; and, if all is well with either alone, without buffers too. */
static void look_for_waiting(struct paper *paper, bool sends)
{
    struct exploration *exploration = paper->scheduler->options.exploration;
    paper->waiting = true;
    paper->buffered = paper->scheduler->options.buffering != BUFFERING_ZERO;
    exploration->waiting_site = try_waiting(paper);
    if (!sends || exploration->waiting_site || exploration->buffer_site)
        return;
    paper->buffered = false;
    exploration->waiting_site_unbuffered = try_waiting(paper);
}

void rendezvous_look(struct scheduler *scheduler)
{
    int ranks = scheduler->options.ranks;
    struct exploration *exploration = scheduler->options.exploration;
    struct paper paper = {.scheduler = scheduler, .known = scheduler->known};
    for (int rank = 0; rank < ranks; rank++)
        paper.steps += paper.known->ranks[rank].step_count;
    if (paper.steps == 0 || paper.steps > STEPS_LOOKED_AT)
        return;
    bool sends = exploration->without_buffers && rendezvous_is_of_interest(&paper);
    if (!sends && !exploration->waiting)
        return;
    paper.ranks = memory_zero((size_t)ranks, sizeof *paper.ranks);
    for (int rank = 0; rank < ranks; rank++)
        rendezvous_prepare(&paper, rank);
    if (sends)
        exploration->buffer_site = look_for_buffers(&paper);
    if (exploration->waiting && has_collectives_to_wait_in(&paper))
        look_for_waiting(&paper, sends);
    paper_free(&paper);
}
