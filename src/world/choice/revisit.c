/* revisit.c: finds scripts in which an earlier choice takes an alternative that only a later choice
 * made possible.
 *
 * A receive r took its first alternative. A later choice d, which does not depend on r, made a
 * message appear (or a message free, or a request complete) that r could have taken as well. The
 * script for this has the path up to r, then those later choices that the message depends on, then
 * r with the message. Many paths could find the same script. It is given only on the path that
 * takes the first alternative at r and at all choices that the message does not depend on, and
 * there only at the last choice that the message depends on. So it is given exactly once. */
#include "world/choice/alternatives.h"
#include "world/choice/choices.h"
#include "world/schedule/access.h"

#include <stdlib.h>

/* Returns whether all choices after `place` up to `last` that are not in `cause` took their first
 * alternatives. */
static bool others_are_first(const struct known *known, size_t place, size_t last,
                             const struct cause *cause)
{
    size_t odd = known->nodes[last].odd + !choices_is_first(known, last) - known->nodes[place].odd;
    for (size_t i = place + 1; i <= last && odd > 0; i++) {
        if (choices_is_first(known, i))
            continue;
        odd--;
        if (!cause_has(cause, known->nodes[i].name))
            return false;
    }
    return true;
}

static int revisit_by_place(const void *left, const void *right)
{
    size_t one = *(const size_t *)left, other = *(const size_t *)right;
    return (one > other) - (one < other);
}

/* Lists the choices after `place` that are in `cause`, in their order. */
static size_t revisit_list(const struct scheduler *scheduler, size_t place,
                           const struct cause *cause, size_t *places)
{
    const struct known *known = scheduler->known;
    size_t count = 0;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct known_rank *own = &known->ranks[rank];
        for (size_t i = cause_count(cause, rank); i > 0 && own->choices[i - 1] > place; i--)
            places[count++] = own->choices[i - 1];
        for (size_t i = own->loose_count; i > 0 && own->loose[i - 1] > place; i--)
            if (cause_has(cause, known->nodes[own->loose[i - 1]].name))
                places[count++] = own->loose[i - 1];
    }
    qsort(places, count, sizeof *places, revisit_by_place);
    return count;
}

/* Gives the script that keeps the path up to `place`, then makes the choices in `cause`, then
 * `first`. */
static void give_script(struct scheduler *scheduler, size_t place, size_t last,
                        const struct choice *first, const struct cause *cause)
{
    const struct known *known = scheduler->known;
    const struct exploration *exploration = scheduler->options.exploration;
    size_t *places = memory_alloc((last - place + 1) * sizeof *places);
    size_t count = revisit_list(scheduler, place, cause, places);
    struct choice *rest = memory_alloc((count + 1) * sizeof *rest);
    for (size_t i = 0; i < count; i++) {
        rest[i] = known->nodes[places[i]].choice;
        rest[i].flags = (rest[i].flags & CHOICE_WILD) | CHOICE_JOINED;
        rest[i].check = 0;
    }
    rest[count] = *first;
    rest[count].flags &= CHOICE_WILD;
    rest[count].check = 0;
    exploration->found(exploration->data, place, rest, count + 1);
    free(rest);
    free(places);
}

/* Does the same if the script is to be given here, and `last` is the choice that completes its
 * causes. */
static void give_choice(struct scheduler *scheduler, size_t place, size_t last,
                        const struct choice *first, const struct cause *cause)
{
    const struct known *known = scheduler->known;
    if (cause_has(cause, known->nodes[last].name) && !cause_has(cause, known->nodes[place].name) &&
        others_are_first(known, place, last, cause))
        give_script(scheduler, place, last, first, cause);
}

/* Gives a script in which the choice takes another alternative. */
static void revisit_give(struct scheduler *scheduler, size_t place, size_t last, uint64_t what,
                         const struct cause *cause)
{
    struct choice instead = scheduler->known->nodes[place].choice;
    instead.what = what;
    give_choice(scheduler, place, last, &instead, cause);
}

static struct choice choice_of_access(const struct operation *operation)
{
    return (struct choice){.rank = (uint16_t)operation->rank,
                           .kind = CHOICE_ACCESS,
                           .number = operation->op.number,
                           .what = 1,
                           .site = operation->op.site};
}

static struct asking asking_of(const struct operation *operation)
{
    return access_asking(operation,
                         operation->op.kind == OP_ACCESS ? access_first_ranges(operation) : 0);
}

/* Returns how many choices after `place` are in the set. */
static size_t count_behind(const struct scheduler *scheduler, size_t place,
                           const struct cause *cause)
{
    size_t *places = memory_alloc((scheduler->known->count + 1) * sizeof *places);
    size_t count = revisit_list(scheduler, place, cause, places);
    free(places);
    return count;
}

/* Gives the script with the access before the grant at `place`, if it is to be given here. */
static void give_access(struct scheduler *scheduler, size_t place,
                        const struct operation *operation, const struct cause *cause)
{
    const struct known *known = scheduler->known;
    const struct choice first = choice_of_access(operation);
    if (choices_is_first(known, place) && others_are_first(known, place, known->count - 1, cause))
        give_script(scheduler, place, known->count - 1, &first, cause);
}

/* Returns whether the grant can be over before the named choice: a lock must have been released. */
static bool is_over_without(const struct known *known, const struct known_grant *grant,
                            struct cause_name name)
{
    bool kept = grant->kind == OP_LOCK && !grant->release;
    return !kept && !cause_has(known->nodes[grant->place].cause, name) &&
           !cause_has(grant->release, name);
}

/* Adds what the access depends on if it comes before the grant `which`: the ends of the accesses
 * that it conflicts with and comes after. These are those before the grant; with `later`, all
 * others that it can come after, too. Returns false if the access cannot come there. */
static bool needs_grants(const struct known *known, const struct asking *asking, size_t which,
                         bool later, struct cause **cause)
{
    size_t place = known->grants[which].place;
    struct cause_name name = known->nodes[place].name;
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < known->grant_count; i++) {
            const struct known_grant *grant = &known->grants[i];
            const struct asking before = access_granted(grant);
            struct cause *own = known->nodes[grant->place].cause;
            bool first = grant->place < place || cause_has(*cause, known->nodes[grant->place].name);
            if (i == which || !access_conflict(asking, &before) || (!first && !later))
                continue;
            if (!is_over_without(known, grant, name)) {
                if (first)
                    return false;
                continue;
            }
            again = again || !cause_within(own, *cause) || !cause_within(grant->release, *cause);
            cause_add(cause, own);
            cause_add(cause, grant->release);
        }
    }
    return !cause_has(*cause, name);
}

/* Gives scripts in which an access that has become possible comes before those that it conflicts
 * with and does not depend on. */
static void revisit_access(struct scheduler *scheduler, struct operation *operation, size_t last)
{
    const struct known *known = scheduler->known;
    const struct asking asking = asking_of(operation);
    operation->examined = true;
    if (!cause_has(operation->posted, known->nodes[last].name))
        return;
    for (size_t i = 0; i < known->grant_count; i++) {
        const struct asking before = access_granted(&known->grants[i]);
        size_t place = known->grants[i].place;
        struct cause *cause = cause_keep(operation->posted);
        if (access_conflict(&asking, &before) && needs_grants(known, &asking, i, false, &cause) &&
            count_behind(scheduler, place, cause) ==
                count_behind(scheduler, place, operation->posted))
            give_access(scheduler, place, operation, cause);
        cause_drop(cause);
    }
}

void revisit_grant(struct scheduler *scheduler, const struct operation *operation)
{
    const struct known *known = scheduler->known;
    const struct exploration *exploration = scheduler->options.exploration;
    if (!exploration->found || known->count == 0 || known->count + 1 < exploration->script_count)
        return;
    const struct asking asking = asking_of(operation);
    for (size_t i = 0; i < known->grant_count; i++) {
        const struct asking before = access_granted(&known->grants[i]);
        size_t place = known->grants[i].place;
        struct cause *cause = cause_keep(operation->posted);
        if (access_conflict(&asking, &before) && needs_grants(known, &asking, i, true, &cause) &&
            count_behind(scheduler, place, cause) >
                count_behind(scheduler, place, operation->posted))
            give_access(scheduler, place, operation, cause);
        cause_drop(cause);
    }
}

/* Adds what the receive at `place` needs to take the message instead of the one that it took.
 * Returns false if it cannot take it, whatever else happens on this path. */
static bool revisit_needs(const struct scheduler *scheduler, size_t place,
                          const struct known_message *message, struct cause **cause)
{
    const struct node *node = &scheduler->known->nodes[place];
    const struct known_rank *rank = &scheduler->known->ranks[node->rank];
    if (message->taken && !cause_has(message->taking, node->name))
        return false; /* another receive takes it first */
    cause_add(cause, message->posted);
    const struct known_message *earlier = rank->messages + node->settled_messages;
    for (; earlier < message; earlier++) {
        if (earlier->sender != message->sender ||
            !known_fits(node->context, node->peer, node->tag, earlier))
            continue;
        if (!earlier->taken || cause_has(earlier->taking, node->name))
            return false;
        cause_add(cause, earlier->taking);
    }
    for (size_t i = node->settled_receives; i < rank->receive_count; i++) {
        const struct known_receive *receive = &rank->receives[i];
        if (receive->number >= node->choice.number)
            break;
        if (!known_fits(receive->context, receive->peer, receive->tag, message))
            continue;
        if (!receive->matched || cause_has(receive->matching, node->name))
            return false;
        cause_add(cause, receive->matching);
    }
    return true;
}

static void revisit_receive(struct scheduler *scheduler, size_t place, size_t last)
{
    const struct node *node = &scheduler->known->nodes[place];
    const struct known_rank *rank = &scheduler->known->ranks[node->rank];
    for (size_t i = node->settled_messages; i < rank->message_count; i++) {
        const struct known_message *message = &rank->messages[i];
        if (!known_fits(node->context, node->peer, node->tag, message))
            continue;
        struct cause *cause = cause_keep(node->posted);
        if (revisit_needs(scheduler, place, message, &cause))
            revisit_give(scheduler, place, last,
                         (uint64_t)(uint32_t)message->sender << 32 | message->number, cause);
        cause_drop(cause);
    }
}

/* Adds what the end of the request at `which` depends on. Returns false if it depends on the choice
 * itself, or if there is no end. */
static bool needs_end(const struct scheduler *scheduler, size_t place, uint32_t which,
                      struct cause **cause)
{
    const struct node *node = &scheduler->known->nodes[place];
    bool ended;
    struct cause *end = known_end_of(scheduler, node->rank, node->numbers[which], &ended);
    if (!ended || cause_has(end, node->name))
        return false;
    cause_add(cause, end);
    return true;
}

/* Gives scripts in which the call completes another request or, for a poll of all, all of them. */
static void revisit_wait(struct scheduler *scheduler, size_t place, size_t last)
{
    const struct node *node = &scheduler->known->nodes[place];
    bool all = node->choice.kind == CHOICE_ALL;
    struct cause *cause = cause_keep(node->posted);
    bool whole = true;
    for (uint32_t i = 0; i < node->members && whole; i++) {
        whole = needs_end(scheduler, place, i, &cause) || !all;
        if (all)
            continue;
        struct cause *one = cause_keep(node->posted);
        if (needs_end(scheduler, place, i, &one))
            revisit_give(scheduler, place, last, 1 + (uint64_t)i, one);
        cause_drop(one);
    }
    if (all && whole)
        revisit_give(scheduler, place, last, 1, cause);
    cause_drop(cause);
}

/* Gives scripts with sets that contain a request that the last choice completed. */
static void revisit_sets(struct scheduler *scheduler, size_t place, size_t last)
{
    const struct node *node = &scheduler->known->nodes[place];
    uint32_t places[SETS_MAX];
    size_t count = 0;
    for (uint32_t i = 0; i < node->members && i < 64; i++) {
        struct cause *cause = NULL;
        if (needs_end(scheduler, place, i, &cause)) {
            if (count < SETS_MAX)
                places[count++] = i;
            else
                scheduler->options.exploration->sets_left_out = true;
        }
        cause_drop(cause);
    }
    for (uint64_t set = 1; set < (uint64_t)1 << count; set++) {
        struct cause *cause = cause_keep(node->posted);
        uint64_t what = 0;
        for (size_t i = 0; i < count; i++)
            if (set >> i & 1) {
                needs_end(scheduler, place, places[i], &cause);
                what |= (uint64_t)1 << places[i];
            }
        revisit_give(scheduler, place, last, what, cause);
        cause_drop(cause);
    }
}

/* Gives the scripts of one earlier choice. Returns false if the last choice depends on it. */
static bool revisit_node(struct scheduler *scheduler, size_t place, size_t last)
{
    const struct node *node = &scheduler->known->nodes[place];
    if (cause_has(scheduler->known->nodes[last].cause, node->name))
        return false;
    if (!choices_is_first(scheduler->known, place) || node->choice.kind == CHOICE_ACCESS)
        return true;
    if (node->choice.kind == CHOICE_RECEIVE || node->choice.kind == CHOICE_PROBE)
        revisit_receive(scheduler, place, last);
    else if (node->choice.kind == CHOICE_SOME)
        revisit_sets(scheduler, place, last);
    else
        revisit_wait(scheduler, place, last);
    return true;
}

void revisit(struct scheduler *scheduler)
{
    struct known *known = scheduler->known;
    if (!known || known->examined == known->count)
        return;
    size_t last = known->count - 1;
    known->examined = known->count;
    const struct exploration *exploration = scheduler->options.exploration;
    if (!exploration->found || known->count < exploration->script_count)
        return;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        for (struct operation *waiting = scheduler->ranks[rank].waiting; waiting;
             waiting = waiting->beside)
            if (access_is(waiting) && !waiting->examined)
                revisit_access(scheduler, waiting, last);
        struct known_rank *own = &known->ranks[rank];
        if (!own->touched)
            continue;
        own->touched = false;
        /* If the last choice depends on one of these, it depends on all earlier ones too. */
        for (size_t i = own->choice_count; i > 0; i--)
            if (!revisit_node(scheduler, own->choices[i - 1], last))
                break;
        for (size_t i = 0; i < own->loose_count; i++)
            revisit_node(scheduler, own->loose[i], last);
    }
}
