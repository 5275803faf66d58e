/* rendezvous.c: finds out whether an execution that had buffers for its standard sends would also
 * succeed without them; and whether one whose collectives waited for no more than MPI demands would
 * also succeed if they waited for all members.
 *
 * The ranks are gone, but all operations and matches are known. The execution is simulated, but a
 * standard send ends only when its receive is there. If no rank can continue, and nothing else
 * could have happened either, then the program needs buffers. (A receive of any source that could
 * take another message, or MPI_Waitany another request, belongs to another execution, which the
 * search covers too.) Otherwise some of the blocking sends get a buffer, and the simulation
 * continues. A superfluous buffer can hide that another one is needed. So all of them are tried
 * together, and each alone, unless that takes too long.
 *
 * Either all collectives wait for all members, or none does. If no rank can continue, and nothing
 * else could have happened, the execution depends on a collective that MPI lets a rank leave early.
 */
#include "world/choice/choices.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_LOOKED_AT = 1 << 18, /* limit on steps of one simulation ... */
    STEPS_REPEATED = 1 << 15,  /* ... and of one that is repeated */
};

struct simulated_rank {
    size_t at;         /* the step that the rank is in */
    bool entered;      /* that step was posted */
    uint32_t *step_of; /* by number of the operation: 1 + its step */
    uint32_t numbers;
    bool *has_buffer; /* by step: a send that got a buffer */
};

/* A send that a rank waits in, or waits for. */
struct blocked {
    int rank;
    uint32_t step;
};

/* Sends that have a buffer. */
struct buffers {
    struct blocked *list;
    size_t count;
};

struct simulation {
    struct scheduler *scheduler;
    struct known *known;
    bool buffered; /* standard sends do not wait ... */
    bool waiting;  /* ... but collectives do, for all members */
    struct simulated_rank *ranks;
    size_t steps;            /* of all ranks */
    struct blocked *blocked; /* filled in when no rank moves */
    size_t blocked_count, blocked_space;
    struct buffers *open; /* sets of buffers to try */
    size_t open_count, open_space;
    uint64_t *tried; /* hashes of the sets that were tried or will be */
    size_t tried_count, tried_space;
};

static struct known_message *message_at(const struct simulation *simulation,
                                        const struct trace_step *step)
{
    return &simulation->known->ranks[step->peer].messages[step->known - 1];
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

/* Returns whether a posted operation is over. */
static bool is_over(const struct simulation *simulation, int rank, size_t step_index)
{
    const struct known_rank *known = &simulation->known->ranks[rank];
    const struct trace_step *step = &known->steps[step_index];
    switch ((enum op_kind)step->kind) {
    case OP_SEND:
        return (step->flags & OP_BUFFERED) || simulation->ranks[rank].has_buffer[step_index] ||
               (simulation->buffered && is_standard_send(step)) ||
               message_at(simulation, step)->met;
    case OP_RECEIVE:
        return !step->known || known->receives[step->known - 1].met;
    case OP_PROBE:
        return step->message == 0 || known->messages[step->message - 1].there;
    case OP_COLLECTIVE:
        return simulation->waiting ? all_came(simulation->known, step)
                                   : all_needed_came(simulation->known, step);
    default:
        return true;
    }
}

static bool is_request_over(const struct simulation *simulation, int rank, uint32_t number)
{
    const struct simulated_rank *own = &simulation->ranks[rank];
    uint32_t step = number < own->numbers ? own->step_of[number] : 0;
    return step == 0 || is_over(simulation, rank, step - 1);
}

static bool is_done(const struct simulation *simulation, int rank, size_t step_index)
{
    const struct trace_step *step = &simulation->known->ranks[rank].steps[step_index];
    if (step->kind != OP_WAIT)
        return !(step->flags & OP_WAITS) || is_over(simulation, rank, step_index);
    for (uint32_t i = 0; i < step->members; i++)
        if (step->chosen[i] && !is_request_over(simulation, rank, step->numbers[i]))
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

static void rendezvous_enter(struct simulation *simulation, int rank, const struct trace_step *step)
{
    struct known_rank *known = &simulation->known->ranks[rank];
    struct known_collective *collective;
    switch ((enum op_kind)step->kind) {
    case OP_SEND:
        message_at(simulation, step)->there = true;
        rendezvous_meet(&simulation->known->ranks[step->peer]);
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
        collective = rendezvous_collective_of(simulation->known, step);
        if (collective && step->index < collective->members)
            collective->came[step->index] = true;
        break;
    default:
        break;
    }
}

/* Ends a step. A matched probe takes its message, whose send is over when the message is received.
 */
static void rendezvous_leave(struct known_rank *known, const struct trace_step *step)
{
    if (step->kind == OP_PROBE && (step->flags & OP_MATCHED) && step->message)
        known->messages[step->message - 1].held = true;
}

/* Advances the rank as far as possible; returns false if it made no step. */
static bool rendezvous_advance(struct simulation *simulation, int rank)
{
    struct simulated_rank *own = &simulation->ranks[rank];
    struct known_rank *known = &simulation->known->ranks[rank];
    bool any = false;
    while (own->at < known->step_count) {
        const struct trace_step *step = &known->steps[own->at];
        if (!own->entered)
            rendezvous_enter(simulation, rank, step);
        any = any || !own->entered;
        own->entered = true;
        if (!is_done(simulation, rank, own->at))
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

/* Returns whether the message is the first of its sender that a receive of any source could take.
 */
static bool rendezvous_is_first(const struct known_rank *rank, const struct known_message *message,
                                int32_t context, int32_t tag)
{
    for (const struct known_message *earlier = rank->messages; earlier < message; earlier++)
        if (earlier->sender == message->sender && is_free(earlier) &&
            known_fits(context, WORLD_ANY, tag, earlier))
            return false;
    return true;
}

/* Returns whether the rank could take another message than it took: one that has arrived, and that
 * none of its receives before `earlier` takes first. */
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

static bool has_alternative(const struct simulation *simulation, int rank)
{
    const struct known_rank *known = &simulation->known->ranks[rank];
    const struct trace_step *step = &known->steps[simulation->ranks[rank].at];
    if (step->flags & OP_POLLS)
        return true; /* it could find nothing */
    for (uint32_t i = 0; step->kind == OP_WAIT && i < step->members; i++)
        if (step->mode != WAIT_FOR_ALL && is_request_over(simulation, rank, step->numbers[i]))
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

/* Returns whether the step waits only for something that MPI does not demand. */
static bool rendezvous_could_go_on(const struct simulation *simulation,
                                   const struct trace_step *step)
{
    if (step->kind == OP_COLLECTIVE)
        return simulation->waiting && all_needed_came(simulation->known, step);
    return is_standard_send(step) && !simulation->waiting;
}

static void rendezvous_add_blocked(struct simulation *simulation, int rank, size_t step_index)
{
    if (!rendezvous_could_go_on(simulation, &simulation->known->ranks[rank].steps[step_index]) ||
        is_over(simulation, rank, step_index))
        return;
    simulation->blocked = memory_room(simulation->blocked, simulation->blocked_count,
                                      &simulation->blocked_space, sizeof *simulation->blocked);
    simulation->blocked[simulation->blocked_count++] =
        (struct blocked){.rank = rank, .step = (uint32_t)step_index};
}

static void find_blocked(struct simulation *simulation)
{
    simulation->blocked_count = 0;
    for (int rank = 0; rank < simulation->scheduler->options.ranks; rank++) {
        const struct known_rank *known = &simulation->known->ranks[rank];
        const struct simulated_rank *own = &simulation->ranks[rank];
        if (own->at == known->step_count)
            continue;
        const struct trace_step *step = &known->steps[own->at];
        if (step->kind != OP_WAIT)
            rendezvous_add_blocked(simulation, rank, own->at);
        for (uint32_t i = 0; step->kind == OP_WAIT && i < step->members; i++) {
            uint32_t of = step->numbers[i] < own->numbers ? own->step_of[step->numbers[i]] : 0;
            if (step->chosen[i] && of)
                rendezvous_add_blocked(simulation, rank, of - 1);
        }
    }
}

static uint64_t rendezvous_name_of(const struct blocked *blocked)
{
    uint64_t name = ((uint64_t)(unsigned)blocked->rank + 1) << 32 | blocked->step;
    name *= 0x9e3779b97f4a7c15U;
    return (name ^ name >> 31) * 0xd6e8feb86659fd93U;
}

/* Notes these buffers and one more, as a set to try later. */
static void open_with(struct simulation *simulation, const struct buffers *buffers,
                      const struct blocked *more)
{
    if (simulation->tried_count * simulation->steps > STEPS_REPEATED)
        return;
    uint64_t sum = rendezvous_name_of(more); /* does not depend on the order */
    for (size_t i = 0; i < buffers->count; i++)
        sum += rendezvous_name_of(&buffers->list[i]);
    for (size_t i = 0; i < simulation->tried_count; i++)
        if (simulation->tried[i] == sum)
            return;
    simulation->tried = memory_room(simulation->tried, simulation->tried_count,
                                    &simulation->tried_space, sizeof *simulation->tried);
    simulation->tried[simulation->tried_count++] = sum;
    simulation->open = memory_room(simulation->open, simulation->open_count,
                                   &simulation->open_space, sizeof *simulation->open);
    struct buffers *open = &simulation->open[simulation->open_count++];
    open->count = buffers->count + 1;
    open->list = memory_alloc(open->count * sizeof *open->list);
    if (buffers->count > 0)
        memcpy(open->list, buffers->list, buffers->count * sizeof *open->list);
    open->list[buffers->count] = *more;
}

/* Resets the simulation to the start of the execution. */
static void rendezvous_begin(struct simulation *simulation, const struct buffers *buffers)
{
    for (int rank = 0; rank < simulation->scheduler->options.ranks; rank++) {
        struct known_rank *known = &simulation->known->ranks[rank];
        struct simulated_rank *own = &simulation->ranks[rank];
        for (size_t i = 0; i < known->message_count; i++)
            known->messages[i].there = known->messages[i].held = known->messages[i].met = false;
        for (size_t i = 0; i < known->receive_count; i++)
            known->receives[i].there = known->receives[i].met = false;
        known->first_open = 0;
        own->at = 0;
        own->entered = false;
        memset(own->has_buffer, 0, known->step_count * sizeof *own->has_buffer);
    }
    struct known_collective *collective, *next;
    HASH_ITER(hh, simulation->known->collectives, collective, next)
    memset(collective->came, 0, collective->members * sizeof *collective->came);
    for (size_t i = 0; i < buffers->count; i++)
        simulation->ranks[buffers->list[i].rank].has_buffer[buffers->list[i].step] = true;
}

static bool somebody_has_alternative(const struct simulation *simulation)
{
    for (int rank = 0; rank < simulation->scheduler->options.ranks; rank++)
        if (simulation->ranks[rank].at < simulation->known->ranks[rank].step_count &&
            has_alternative(simulation, rank))
            return true;
    return false;
}

static void advance_all(struct simulation *simulation)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (int rank = 0; rank < simulation->scheduler->options.ranks; rank++)
            moved = rendezvous_advance(simulation, rank) || moved;
    }
}

/* Simulates the execution with these buffers, and with buffers for all sends that then stand in the
 * way. If there are several such sends, a set with each of them alone is tried later. Returns the
 * site of a send if the execution gets stuck for good; 0: it does not. */
static uint64_t try_with(struct simulation *simulation, struct buffers *buffers)
{
    rendezvous_begin(simulation, buffers);
    for (;;) {
        advance_all(simulation);
        find_blocked(simulation);
        const struct blocked *blocked = simulation->blocked;
        size_t count = simulation->blocked_count;
        if (count == 0)
            return 0;
        if (!somebody_has_alternative(simulation))
            return simulation->known->ranks[blocked->rank].steps[blocked->step].site;
        for (size_t i = 0; i < count && count > 1; i++)
            open_with(simulation, buffers, &blocked[i]);
        buffers->list =
            memory_resize(buffers->list, (buffers->count + count) * sizeof *buffers->list);
        memcpy(buffers->list + buffers->count, blocked, count * sizeof *blocked);
        buffers->count += count;
        for (size_t i = 0; i < count; i++)
            simulation->ranks[blocked[i].rank].has_buffer[blocked[i].step] = true;
    }
}

/* Simulates the execution without any buffers to add. Returns the site of a call in which it gets
 * stuck, if nothing else could have happened; otherwise 0. */
static uint64_t try_waiting(struct simulation *simulation)
{
    rendezvous_begin(simulation, &(struct buffers){0});
    advance_all(simulation);
    find_blocked(simulation);
    if (simulation->blocked_count == 0 || somebody_has_alternative(simulation))
        return 0;
    const struct blocked *blocked = simulation->blocked;
    return simulation->known->ranks[blocked->rank].steps[blocked->step].site;
}

static void rendezvous_prepare(struct simulation *simulation, int rank)
{
    struct simulated_rank *own = &simulation->ranks[rank];
    const struct known_rank *known = &simulation->known->ranks[rank];
    for (size_t i = 0; i < known->step_count; i++)
        if (known->steps[i].number >= own->numbers)
            own->numbers = known->steps[i].number + 1;
    own->step_of = memory_zero(own->numbers + 1, sizeof *own->step_of);
    own->has_buffer = memory_zero(known->step_count + 1, sizeof *own->has_buffer);
    for (size_t i = 0; i < known->step_count; i++)
        own->step_of[known->steps[i].number] = (uint32_t)i + 1;
}

/* Returns whether there are standard sends, and all of them were received. A message that nobody
 * receives is another finding, and its send would stand in the way for ever. */
static bool rendezvous_is_of_interest(const struct simulation *simulation)
{
    bool any = false;
    for (int rank = 0; rank < simulation->scheduler->options.ranks; rank++) {
        const struct known_rank *known = &simulation->known->ranks[rank];
        for (size_t i = 0; i < known->step_count; i++) {
            if (!is_standard_send(&known->steps[i]))
                continue;
            if (!message_at(simulation, &known->steps[i])->taken)
                return false;
            any = true;
        }
    }
    return any;
}

static void paper_free(struct simulation *simulation)
{
    for (int rank = 0; rank < simulation->scheduler->options.ranks; rank++) {
        free(simulation->ranks[rank].step_of);
        free(simulation->ranks[rank].has_buffer);
    }
    while (simulation->open_count > 0)
        free(simulation->open[--simulation->open_count].list);
    free(simulation->ranks);
    free(simulation->blocked);
    free(simulation->open);
    free(simulation->tried);
}

/* Returns whether there are collectives in which some rank need not wait, and all members called
 * all of them. A missing call is another finding. */
static bool has_collectives_to_wait_in(struct simulation *simulation)
{
    bool any = false;
    rendezvous_begin(simulation, &(struct buffers){0});
    for (int rank = 0; rank < simulation->scheduler->options.ranks; rank++)
        for (size_t i = 0; i < simulation->known->ranks[rank].step_count; i++) {
            const struct trace_step *step = &simulation->known->ranks[rank].steps[i];
            struct known_collective *collective =
                step->kind == OP_COLLECTIVE ? rendezvous_collective_of(simulation->known, step)
                                            : NULL;
            if (!collective || step->index >= collective->members)
                continue;
            collective->came[step->index] = true;
            any = any || step->needs || step->need_count < collective->members;
        }
    const struct known_collective *each = simulation->known->collectives;
    for (; each && any; each = each->hh.next)
        for (uint32_t i = 0; i < each->members; i++)
            any = any && each->came[i];
    return any;
}

static uint64_t look_for_buffers(struct simulation *simulation)
{
    struct buffers buffers = {0};
    uint64_t site = try_with(simulation, &buffers);
    free(buffers.list);
    while (!site && simulation->open_count > 0) {
        buffers = simulation->open[--simulation->open_count];
        site = try_with(simulation, &buffers);
        free(buffers.list);
    }
    return site;
}

/* Checks collectives that wait, with sends as they were; and without buffers too, if the execution
 * needs neither buffers nor collectives that return early. */
static void look_for_waiting(struct simulation *simulation, bool sends)
{
    struct exploration *exploration = simulation->scheduler->options.exploration;
    simulation->waiting = true;
    simulation->buffered = simulation->scheduler->options.buffering != BUFFERING_ZERO;
    exploration->waiting_site = try_waiting(simulation);
    if (!sends || exploration->waiting_site || exploration->buffer_site)
        return;
    simulation->buffered = false;
    exploration->waiting_site_unbuffered = try_waiting(simulation);
}

void rendezvous_look(struct scheduler *scheduler)
{
    int ranks = scheduler->options.ranks;
    struct exploration *exploration = scheduler->options.exploration;
    struct simulation simulation = {.scheduler = scheduler, .known = scheduler->known};
    for (int rank = 0; rank < ranks; rank++)
        simulation.steps += simulation.known->ranks[rank].step_count;
    if (simulation.steps == 0 || simulation.steps > STEPS_LOOKED_AT)
        return;
    bool sends = exploration->without_buffers && rendezvous_is_of_interest(&simulation);
    if (!sends && !exploration->waiting)
        return;
    simulation.ranks = memory_zero((size_t)ranks, sizeof *simulation.ranks);
    for (int rank = 0; rank < ranks; rank++)
        rendezvous_prepare(&simulation, rank);
    if (sends)
        exploration->buffer_site = look_for_buffers(&simulation);
    if (exploration->waiting && has_collectives_to_wait_in(&simulation))
        look_for_waiting(&simulation, sends);
    paper_free(&simulation);
}
