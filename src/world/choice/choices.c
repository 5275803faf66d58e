#include "world/choice/choices.h"

#include "runtime/world/checksum.h"
#include "world/choice/alternatives.h"
#include "world/findings/left.h"
#include "world/record/follow.h"
#include "world/schedule/access.h"
#include "world/schedule/buffering.h"
#include "world/schedule/match.h"
#include "world/schedule/threads.h"

#include <string.h>

/* Returns how many times in a row polls at this site were refused although they could succeed. */
static struct patience_of_site *patience_of(struct scheduler *scheduler, int number, uint64_t site)
{
    struct known_rank *rank = &scheduler->known->ranks[number];
    for (size_t i = 0; i < rank->patience_count; i++)
        if (rank->patience[i].site == site)
            return &rank->patience[i];
    rank->patience = pool_room(scheduler->pool, rank->patience, rank->patience_count,
                               &rank->patience_space, sizeof *rank->patience);
    rank->patience[rank->patience_count] = (struct patience_of_site){.site = site};
    return &rank->patience[rank->patience_count++];
}

/* Rotates alternatives by the seed, so that the same call always has the same order. */
static void choices_rotate(struct alternatives *alternatives, uint64_t seed,
                           const struct world_op *op)
{
    if (seed == 0 || alternatives->count < 2)
        return;
    size_t by = checksum_number(checksum_number(seed, op->site), op->number) % alternatives->count;
    for (; by > 0; by--) {
        uint64_t first = alternatives->list[0];
        memmove(alternatives->list, alternatives->list + 1,
                (alternatives->count - 1) * sizeof *alternatives->list);
        alternatives->list[alternatives->count - 1] = first;
    }
}

/* In a search a poll may also be refused, and a seed changes the order. */
static struct alternatives alternatives_of(struct scheduler *scheduler,
                                           const struct operation *operation)
{
    struct alternatives alternatives = {0};
    alternatives_find(scheduler, operation, &alternatives);
    if (!scheduler->known)
        return alternatives;
    choices_rotate(&alternatives, scheduler->options.exploration->seed, &operation->op);
    if (!(operation->op.flags & OP_POLLS))
        return alternatives;
    if (alternatives.count == 0
            ? scheduler->ranks[operation->rank].polls < POLLS_MAX
            : patience_of(scheduler, operation->rank, operation->op.site)->refusals <
                  scheduler->options.exploration->poll_bound)
        alternatives_add(scheduler, &alternatives, 0);
    return alternatives;
}

static uint64_t check_of(const struct scheduler *scheduler)
{
    uint64_t sum = 0;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        sum += checksum_number((uint64_t)rank, scheduler->known->ranks[rank].trail);
    return sum;
}

bool choices_is_first(const struct known *known, size_t place)
{
    const struct node *node = &known->nodes[place];
    return (node->choice.flags & CHOICE_FIRST) && node->head == place;
}

static void name_node(struct scheduler *scheduler, struct known_rank *rank, struct node *node,
                      bool slept)
{
    struct known *known = scheduler->known;
    size_t place = known->count - 1;
    if (slept) {
        node->name = (struct cause_name){node->rank, (uint32_t)rank->choice_count};
        rank->choices = pool_room(scheduler->pool, rank->choices, rank->choice_count,
                                  &rank->choice_space, sizeof *rank->choices);
        rank->choices[rank->choice_count++] = place;
    } else {
        node->name = (struct cause_name){-1, known->loose++};
        rank->loose = pool_room(scheduler->pool, rank->loose, rank->loose_count, &rank->loose_space,
                                sizeof *rank->loose);
        rank->loose[rank->loose_count++] = place;
    }
}

static void keep_node(struct scheduler *scheduler, const struct operation *operation,
                      const struct choice *choice, size_t head)
{
    struct known *known = scheduler->known;
    struct exploration *exploration = scheduler->options.exploration;
    struct known_rank *rank = &known->ranks[operation->rank];
    exploration->path =
        memory_room(exploration->path, exploration->count, &exploration->space, sizeof *choice);
    exploration->path[exploration->count++] = *choice;
    known->nodes =
        pool_room(scheduler->pool, known->nodes, known->count, &known->space, sizeof *known->nodes);
    struct node *node = &known->nodes[known->count++];
    *node = (struct node){.rank = operation->rank,
                          .choice = *choice,
                          .context = operation->op.context,
                          .posted = cause_keep(operation->posted),
                          .head = head};
    if (operation->op.kind == OP_RECEIVE || operation->op.kind == OP_PROBE) {
        node->peer = operation->op.message.peer;
        node->tag = operation->op.message.tag;
    }
    if (known->count > 1) {
        const struct node *before = node - 1;
        node->odd = before->odd + !choices_is_first(known, known->count - 2);
    }
    name_node(scheduler, rank, node, (operation->op.flags & OP_WAITS) != 0);
    if (operation->known) {
        node->settled_messages = rank->receives[operation->known - 1].settled_messages;
        node->settled_receives = rank->receives[operation->known - 1].settled_receives;
    } else {
        known_settle(rank);
        node->settled_messages = rank->settled_messages;
        node->settled_receives = rank->settled_receives;
    }
    if (operation->op.kind == OP_WAIT) {
        node->members = operation->op.wait.requests;
        size_t size = node->members * sizeof *node->numbers;
        node->numbers = pool_zero(scheduler->pool, 1, size + 1);
        memcpy(node->numbers, operation->numbers, size);
    }
}

/* Gives the operation the alternative that was chosen; 0: it is a poll, and refused. */
static void choices_answer(struct scheduler *scheduler, struct operation *operation, uint64_t what)
{
    if (what == 0)
        scheduler_refuse(scheduler, operation);
    else if (operation->op.kind == OP_WAIT)
        scheduler_end_wait(scheduler, operation, alternatives_kind(operation), what);
    else
        match_wildcard(scheduler, operation, alternatives_message(scheduler, what));
}

/* Carries out a choice of a search. It keeps the choice's causes: all that its rank has seen, and
 * what the alternative depends on. */
static void carry_out(struct scheduler *scheduler, struct operation *operation, uint64_t what)
{
    size_t index = scheduler->known->count - 1;
    struct known_rank *rank = &scheduler->known->ranks[operation->rank];
    struct node *node = &scheduler->known->nodes[index];
    operation->choice = index + 1;
    if (access_is(operation)) {
        access_choose(scheduler, operation);
        return;
    }
    if (operation->op.kind == OP_WAIT || what == 0) {
        node->cause = cause_keep(rank->seen);
        known_add_cause(scheduler, &node->cause, node->name);
        if (what != 0)
            for (uint32_t i = 0; i < operation->op.wait.requests; i++)
                if (choice_takes((enum choice_kind)node->choice.kind, what, i)) {
                    bool ended;
                    cause_add(&node->cause, known_end_of(scheduler, operation->rank,
                                                         operation->numbers[i], &ended));
                }
        cause_add(&rank->seen, node->cause);
    }
    choices_answer(scheduler, operation, what);
}

/* Keeps for the report which messages a receive or probe could have taken. A run reports each
 * wildcard that had several; a search only the one that it is asked about. */
static void note_alternatives(struct scheduler *scheduler, const struct operation *receive,
                              const struct alternatives *alternatives, uint64_t what)
{
    const struct exploration *exploration = scheduler->options.exploration;
    struct operation *sends[WORLD_RANKS_MAX];
    int count = 0, chosen = -1;
    if (receive->op.kind == OP_WAIT || access_is(receive))
        return;
    for (size_t i = 0; i < alternatives->count; i++) {
        uint64_t other = alternatives->list[i];
        if (other == what)
            chosen = count;
        if (other != 0)
            sends[count++] = alternatives_message(scheduler, other);
    }
    history_could_meet(receive, sends, count, chosen);
    if (exploration ? exploration->watched == scheduler->known->count + 1 : count > 1)
        left_note_race(scheduler, receive, sends, count);
}

static void choices_choose(struct scheduler *scheduler, struct operation *operation,
                           const struct choice *choice, const struct alternatives *alternatives,
                           size_t head)
{
    bool could = alternatives->count > 0 && alternatives->list[0] != 0;
    if (scheduler->options.record)
        note_alternatives(scheduler, operation, alternatives, choice->what);
    if (operation->op.flags & OP_POLLS) {
        scheduler->options.exploration->polled = true;
        struct patience_of_site *patience =
            patience_of(scheduler, operation->rank, operation->op.site);
        if (choice->what != 0)
            patience->refusals = 0;
        else if (could)
            patience->refusals++;
    }
    if (operation->op.flags & OP_WAITS) {
        uint32_t *refusals = &scheduler->known->ranks[operation->rank].refusals;
        *refusals = choice->what == 0 ? *refusals + 1 : 0;
    }
    if (access_is(operation))
        revisit_grant(scheduler, operation);
    keep_node(scheduler, operation, choice, head);
    carry_out(scheduler, operation, choice->what);
}

static struct choice choice_of(const struct scheduler *scheduler, const struct operation *operation)
{
    return (struct choice){.rank = (uint16_t)operation->rank,
                           .kind = (uint8_t)alternatives_kind(operation),
                           .flags = alternatives_wild(operation) ? CHOICE_WILD : 0,
                           .number = operation->op.number,
                           .site = operation->op.site,
                           .check = check_of(scheduler)};
}

/* Makes the choice that the script has at this place; returns false if it is not possible. */
static bool follow_at(struct scheduler *scheduler, size_t place)
{
    const struct exploration *exploration = scheduler->options.exploration;
    struct choice next = exploration->script[place];
    struct operation *operation = next.rank < scheduler->options.ranks
                                      ? scheduler_find(scheduler, next.rank, next.number)
                                      : NULL;
    if (!operation || !alternatives_open(operation) || operation->complete ||
        alternatives_kind(operation) != next.kind)
        return false;
    struct alternatives alternatives = alternatives_of(scheduler, operation);
    bool there = alternatives_have(&alternatives, next.what) ||
                 (next.what == 0 && (operation->op.flags & OP_POLLS));
    if (there) {
        size_t head = place;
        while (head + 1 < exploration->script_count &&
               (exploration->script[head].flags & CHOICE_JOINED))
            head++;
        next.check = check_of(scheduler);
        next.site = operation->op.site;
        choices_choose(scheduler, operation, &next, &alternatives, head);
    }
    pool_free(alternatives.list);
    return there;
}

static bool finds_something(struct scheduler *scheduler, const struct operation *operation)
{
    struct alternatives alternatives = {0};
    alternatives_find(scheduler, operation, &alternatives);
    pool_free(alternatives.list);
    return alternatives.count > 0;
}

/* Returns whether a choice is open that the script does not contain. */
static bool choices_could_go_on(struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct rank_state *state = &scheduler->ranks[rank];
        for (const struct operation *receive = state->receives; receive; receive = receive->next)
            if (alternatives_open(receive) && finds_something(scheduler, receive))
                return true;
        for (const struct operation *wait = state->ended ? NULL : state->waiting; wait;
             wait = wait->beside)
            if (wait->op.kind == OP_WAIT && alternatives_open(wait) &&
                finds_something(scheduler, wait))
                return true;
    }
    return false;
}

/* Sends now wait for their receives, or collectives for all members, unlike when the script was
 * found: so its choices come in another order. */
static bool follow_in_any_order(struct scheduler *scheduler)
{
    struct known *known = scheduler->known;
    size_t count = scheduler->options.exploration->script_count;
    if (!known->followed)
        known->followed = pool_zero(scheduler->pool, count, sizeof *known->followed);
    for (size_t i = 0; i < count; i++)
        if (!known->followed[i] && follow_at(scheduler, i)) {
            known->followed[i] = true;
            return true;
        }
    return false;
}

/* Makes the next choice of the script. If that is impossible, the program behaves differently. */
static enum quiescence choices_follow(struct scheduler *scheduler)
{
    struct exploration *exploration = scheduler->options.exploration;
    size_t next = scheduler->known->count;
    uint64_t check = exploration->script[next].check;
    bool in_order = scheduler->options.buffering != BUFFERING_BOTH && !exploration->any_order;
    bool same = in_order
                    ? (check == 0 || check == check_of(scheduler)) && follow_at(scheduler, next)
                    : follow_in_any_order(scheduler);
    if (!same && exploration->any_order)
        return match_cancel(scheduler) ? MOVES : STUCK;
    if (!same && !match_cancel(scheduler) &&
        (in_order || !buffering_release(
                         scheduler, choices_could_go_on(scheduler) ? OTHERS_MOVE : NOBODY_MOVES))) {
        exploration->differs = true;
        exploration->differs_at = next;
        scheduler->stopped = true;
    }
    return MOVES;
}

/* A search takes the first alternative; the others are scripts of their own. */
static void decide_and_report(struct scheduler *scheduler, struct operation *operation,
                              const struct alternatives *alternatives)
{
    const struct exploration *exploration = scheduler->options.exploration;
    struct choice choice = choice_of(scheduler, operation);
    size_t index = scheduler->known->count, count = alternatives->count;
    if (count > 1 && exploration->pause)
        exploration->pause(exploration->data, scheduler);
    for (size_t i = 1; exploration->found && i < count; i++) {
        choice.what = alternatives->list[i];
        exploration->found(exploration->data, index, &choice, 1);
    }
    choice.what = alternatives->list[0];
    choice.flags |= CHOICE_FIRST;
    choices_choose(scheduler, operation, &choice, alternatives, index);
}

/* A run takes the first alternative, a replay of one the recorded alternative; nobody asks for the
 * others. */
static void decide_and_record(struct scheduler *scheduler, struct operation *operation,
                              const struct alternatives *alternatives)
{
    size_t taken =
        follow_choice(scheduler, alternatives_kind(operation), operation, alternatives->count);
    uint64_t what = alternatives->list[taken];
    note_alternatives(scheduler, operation, alternatives, what);
    choices_answer(scheduler, operation, what);
}

/* Decides an open operation; false: it has to wait. */
static bool choices_decide(struct scheduler *scheduler, struct operation *operation)
{
    struct alternatives alternatives = alternatives_of(scheduler, operation);
    if (alternatives.count > 0 && scheduler->known)
        decide_and_report(scheduler, operation, &alternatives);
    else if (alternatives.count > 0)
        decide_and_record(scheduler, operation, &alternatives);
    pool_free(alternatives.list);
    return alternatives.count > 0;
}

/* Decides accesses when nothing else is open, so that as many as possible are there to choose from;
 * revisit.c handles those that come later. A rank that only reads the same memory again is no
 * alternative to one that could change it. */
static bool decide_access(struct scheduler *scheduler)
{
    const struct exploration *exploration = scheduler->options.exploration;
    struct operation *list[WORLD_RANKS_MAX];
    size_t count = access_waiting(scheduler, list), index = scheduler->known->count;
    struct alternatives only = {0};
    if (count == 0)
        return false;
    count = access_circle(scheduler, list, count);
    while (count > 1 && access_spins(scheduler, list[count - 1], exploration->poll_bound)) {
        scheduler->options.exploration->polled = true;
        count--;
    }
    if (count > 1 && exploration->pause)
        exploration->pause(exploration->data, scheduler);
    for (size_t i = 1; exploration->found && i < count; i++) {
        struct choice choice = choice_of(scheduler, list[i]);
        choice.what = 1;
        exploration->found(exploration->data, index, &choice, 1);
    }
    struct choice choice = choice_of(scheduler, list[0]);
    choice.what = 1;
    choice.flags |= CHOICE_FIRST;
    choices_choose(scheduler, list[0], &choice, &only, index);
    return true;
}

/* Polls come later: see decide_poll(). */
static bool decide_rank(struct scheduler *scheduler, int rank)
{
    const struct rank_state *state = &scheduler->ranks[rank];
    for (struct operation *receive = state->receives; receive; receive = receive->next)
        if (alternatives_open(receive) && !(receive->op.flags & OP_POLLS) &&
            choices_decide(scheduler, receive))
            return true;
    for (struct operation *wait = state->ended ? NULL : state->waiting; wait; wait = wait->beside)
        if (wait->op.kind == OP_WAIT && alternatives_open(wait) && !(wait->op.flags & OP_POLLS) &&
            choices_decide(scheduler, wait))
            return true;
    return false;
}

/* Returns the first poll that a thread of the rank is in, or the one after `after`; NULL: none. */
static struct operation *poll_of(const struct scheduler *scheduler, int rank,
                                 const struct operation *after)
{
    const struct rank_state *state = &scheduler->ranks[rank];
    struct operation *poll = after ? after->beside : state->waiting;
    while (poll && !(poll->op.flags & OP_POLLS))
        poll = poll->beside;
    return state->ended ? NULL : poll;
}

/* Decides a poll that can succeed first. Polls that cannot are refused when all other ranks wait,
 * and in turns: a later message could change the answer to each refused poll, so a rank that spins
 * while others could move would multiply the executions. */
static bool decide_poll(struct scheduler *scheduler)
{
    struct operation *poorest = NULL;
    uint32_t least = UINT32_MAX;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        for (struct operation *poll = NULL; (poll = poll_of(scheduler, rank, poll));) {
            if (finds_something(scheduler, poll))
                return choices_decide(scheduler, poll);
            uint32_t refusals = scheduler->known->ranks[rank].refusals;
            if (refusals < least && scheduler->ranks[rank].polls < POLLS_MAX) {
                least = refusals;
                poorest = poll;
            }
        }
    return poorest && choices_decide(scheduler, poorest);
}

/* The choices until now belong to the new exploration too. */
void choices_restored(struct scheduler *scheduler)
{
    struct exploration *exploration = scheduler->options.exploration;
    for (size_t i = 0; i < scheduler->known->count; i++) {
        exploration->path = memory_room(exploration->path, exploration->count, &exploration->space,
                                        sizeof *exploration->path);
        exploration->path[exploration->count++] = scheduler->known->nodes[i].choice;
    }
}

void choices_end(struct scheduler *scheduler, bool well)
{
    struct exploration *exploration = scheduler->options.exploration;
    if (!exploration)
        return;
    int ranks = scheduler->options.ranks;
    for (int rank = 0; rank < ranks; rank++)
        for (int to = 0; scheduler->known->ranks[rank].sends && to <= ranks; to++)
            exploration->result +=
                checksum_number((uint64_t)rank * ((uint64_t)ranks + 1) + (uint64_t)to,
                                scheduler->known->ranks[rank].sends[to]);
    /* rendezvous.c assumes that a rank does one thing after the other, unlike with threads. */
    if (well && !threads_mixed(scheduler))
        rendezvous_look(scheduler);
    if (exploration->picture)
        history_tell(scheduler, exploration->picture);
}

/* Makes the next choice of a loose script. If that is impossible, the rest of it makes no sense. */
static bool follow_loosely(struct scheduler *scheduler)
{
    struct exploration *exploration = scheduler->options.exploration;
    size_t next = scheduler->known->count;
    if (follow_at(scheduler, next) || match_cancel(scheduler))
        return true;
    exploration->script_count = next;
    return false;
}

/* Answers "not yet" to all polls; false: there is none, or all have polled too long. */
static bool refuse_polls(struct scheduler *scheduler)
{
    bool any = false;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        for (struct operation *poll = poll_of(scheduler, rank, NULL), *next; poll; poll = next) {
            next = poll_of(scheduler, rank, poll);
            if (scheduler->ranks[rank].polls >= POLLS_MAX)
                continue;
            scheduler_refuse(scheduler, poll);
            any = true;
        }
    return any;
}

static bool decide_waits(struct scheduler *scheduler, int rank)
{
    const struct rank_state *state = &scheduler->ranks[rank];
    for (struct operation *wait = state->ended ? NULL : state->waiting; wait; wait = wait->beside)
        if (wait->op.kind == OP_WAIT && wait->op.wait.mode != WAIT_FOR_ALL &&
            choices_decide(scheduler, wait))
            return true;
    return false;
}

static bool decide_wildcards(struct scheduler *scheduler, int rank)
{
    for (struct operation *receive = scheduler->ranks[rank].receives; receive;
         receive = receive->next)
        if (alternatives_wild(receive) && choices_decide(scheduler, receive))
            return true;
    return false;
}

/* Makes the next choice of a run. Polls that can succeed were answered before, and accesses that
 * conflict with none are granted together: no other schedule needs each as a choice of its own. */
static bool choices_of_run(struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (decide_waits(scheduler, rank))
            return true;
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (decide_wildcards(scheduler, rank))
            return true;
    return match_cancel(scheduler) || access_grant_all(scheduler) || refuse_polls(scheduler);
}

/* Makes the next choice of a search: that of the script, or the first alternative. */
static enum quiescence choices_of_search(struct scheduler *scheduler)
{
    const struct exploration *exploration = scheduler->options.exploration;
    if (scheduler->known->count < exploration->script_count) {
        if (!exploration->loose)
            return choices_follow(scheduler);
        if (follow_loosely(scheduler))
            return MOVES;
    }
    for (int rank = 0; rank < scheduler->options.ranks; rank++)
        if (decide_rank(scheduler, rank))
            return MOVES;
    if (match_cancel(scheduler) || decide_access(scheduler) || decide_poll(scheduler))
        return MOVES;
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        const struct operation *waiting = scheduler->ranks[rank].waiting;
        if (waiting && access_is(waiting))
            revisit_grant(scheduler, waiting);
    }
    return STUCK;
}

enum quiescence choices_make(struct scheduler *scheduler)
{
    if (scheduler->known)
        return choices_of_search(scheduler);
    return choices_of_run(scheduler) ? MOVES : STUCK;
}
