#include "runtime/symbolic/events.h"

#include "runtime/hash.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/state.h"

#include <string.h>

enum { PLACES_FIRST = 1 << 10 };

/* The last decision at a place of the program, about `subject`. */
struct events_place {
    uint64_t subject, value;
    uint32_t site;
    uint16_t met; /* number of executions, as far as it can count */
    uint8_t kind;
};

static struct events_place *places; /* by hash; at most half full */
static uint32_t place_room, place_count;

void events_open(void)
{
    if (places)
        memory_unmap(places, place_room * sizeof *places);
    places = NULL;
    place_room = 0;
    place_count = 0;
}

static struct events_place *place_find(uint32_t site, enum symbolic_event_kind kind,
                                       uint64_t subject)
{
    uint64_t hash = hash_number((uint64_t)site << 8 | (uint64_t)kind, subject);
    uint32_t at = (uint32_t)hash & (place_room - 1);
    while (places[at].met && (places[at].site != site || places[at].kind != (uint8_t)kind ||
                              places[at].subject != subject))
        at = (at + 1) & (place_room - 1);
    return &places[at];
}

static bool places_grow(void)
{
    struct events_place *old = places;
    uint32_t room = place_room, wanted = room ? 2 * room : PLACES_FIRST;
    struct events_place *larger = memory_map(wanted * sizeof *larger);
    if (!larger)
        return false;
    places = larger;
    place_room = wanted;
    for (uint32_t i = 0; i < room; i++)
        if (old[i].met)
            *place_find(old[i].site, old[i].kind, old[i].subject) = old[i];
    if (old)
        memory_unmap(old, room * sizeof *old);
    return true;
}

/* Returns whether the last decision at this place was the same, and records this one. *met: earlier
 * executions. */
static bool event_repeats(uint32_t site, enum symbolic_event_kind kind, uint64_t subject,
                          uint64_t value, uint16_t *met)
{
    *met = 0;
    if (2 * place_count >= place_room && !places_grow())
        return false;
    struct events_place *place = place_find(site, kind, subject);
    bool same = place->met && place->value == value;
    *met = place->met;
    if (!place->met)
        place_count++;
    *place = (struct events_place){.subject = subject,
                                   .value = value,
                                   .site = site,
                                   .met = *met == UINT16_MAX ? *met : (uint16_t)(*met + 1),
                                   .kind = (uint8_t)kind};
    return same;
}

static void event_record(const struct symbolic_event *event)
{
    uint32_t at = atomic_load_explicit(&state.region->event_count, memory_order_relaxed);
    if (at >= SYMBOLIC_EVENTS) {
        state.region->full = 1;
        return;
    }
    state.region->events[at] = *event;
    atomic_store_explicit(&state.region->event_count, at + 1, memory_order_release);
}

void event_branch(uint32_t site, uint32_t expression, bool taken)
{
    uint16_t met = 0; /* models are no place of the program that is executed again */
    bool repeated = site != EVENTS_IN_MODEL &&
                    event_repeats(site, EVENT_BRANCH, node_variables(expression), taken, &met);
    if (!state_wants(SYMBOLIC_NO_REDUCTION)) {
        if (repeated || node_flag(expression, NODE_DECIDED)) {
            state.region->reduced++;
            return;
        }
        node_set_flag(expression, NODE_DECIDED);
    }
    event_record(&(struct symbolic_event){
        .kind = EVENT_BRANCH, .taken = taken, .met = met, .site = site, .expression = expression});
}

/* Returns whether the event need not be recorded. *met: number of earlier events like it. Addresses
 * and sizes keep a value, for which the first event of a loop suffices. Of events that may be
 * errors, iterations 0, 1, 2, 4, 8... are recorded. */
static bool is_reduced(enum symbolic_event_kind kind, uint32_t site, uint32_t expression,
                       uint64_t value, uint16_t *met)
{
    bool all = state_wants(SYMBOLIC_NO_REDUCTION);
    uint64_t variables = node_variables(expression);
    if (kind == EVENT_SWITCH) /* counts as a branch */
        return event_repeats(site, kind, variables, value, met) && !all;
    if (all)
        return event_repeats(site, kind, expression, value, met);
    if (kind == EVENT_ADDRESS || kind == EVENT_SIZE)
        return event_repeats(site, kind, variables, 0, met);
    enum { LOOPED = 1 << 4 }; /* tells this kind of place apart */
    if (event_repeats(site, kind, expression, value, met))
        return true;
    event_repeats(site, (enum symbolic_event_kind)(kind | LOOPED), variables, 0, met);
    return (*met & (*met - 1)) != 0;
}

/* Makes an address that a place uses again and again keep its value from here on. If it is the sum
 * of a constant and an expression, that expression keeps its value, too, unless it is a variable:
 * other conditions may ask for that. */
static void event_hold(uint32_t expression)
{
    const struct symbolic_node *node = node_get(expression);
    node_set_flag(expression, NODE_HELD);
    if (node->op == SYMBOLIC_ADD && node_get(node->b)->op == SYMBOLIC_CONSTANT &&
        node_get(node->a)->op != SYMBOLIC_VARIABLE)
        node_set_flag(node->a, NODE_HELD);
}

void event_add(enum symbolic_event_kind kind, uint32_t site, uint32_t expression, uint64_t value,
               uint64_t other)
{
    enum { ADDRESSES = 16 };
    uint16_t met;
    if (is_reduced(kind, site, expression, kind == EVENT_INDEX ? other : value, &met)) {
        state.region->reduced++;
        if (kind == EVENT_ADDRESS && met >= ADDRESSES && !state_wants(SYMBOLIC_NO_REDUCTION))
            event_hold(expression);
        return;
    }
    event_record(
        &(struct symbolic_event){.kind = (uint8_t)kind,
                                 .met = met,
                                 .site = site,
                                 .expression = expression,
                                 .other = other > UINT32_MAX ? UINT32_MAX : (uint32_t)other,
                                 .value = value});
}

void event_text(uint32_t variable, const char *text, size_t bytes, bool equal)
{
    size_t length = bytes ? strnlen(text, bytes) : strlen(text);
    uint64_t hash = hash_bytes(HASH_START + bytes, text, length);
    uint16_t met;
    if (event_repeats(variable, EVENT_TEXT, hash, equal, &met)) {
        state.region->reduced++;
        return;
    }
    uint32_t at = state.region->text_count;
    if (length >= SYMBOLIC_TEXT - at) {
        state.region->full = 1;
        return;
    }
    memcpy(state.region->text + at, text, length);
    state.region->text[at + length] = '\0';
    state.region->text_count += (uint32_t)length + 1;
    event_record(&(struct symbolic_event){.kind = EVENT_TEXT,
                                          .taken = equal,
                                          .site = EVENTS_IN_MODEL,
                                          .expression = variable,
                                          .other = at,
                                          .value = bytes});
}

void tutti_symbolic_branch(uint32_t site, uint32_t expression, int taken)
{
    if (!expression || node_is_origin(expression) || !state_enter())
        return;
    event_branch(site, expression, taken != 0);
    state_leave();
}

static void enter_and_add(enum symbolic_event_kind kind, uint32_t site, uint32_t expression,
                          uint64_t value, uint64_t other)
{
    if (!expression || node_is_origin(expression) || !state_enter())
        return;
    event_add(kind, site, expression, value, other);
    state_leave();
}

void tutti_symbolic_switch(uint32_t site, uint32_t expression, uint64_t value)
{
    if (expression && node_is_origin(expression) && state_enter()) {
        expression = node_of_origin(expression, SYMBOLIC_I32, value);
        state_leave();
    }
    enter_and_add(EVENT_SWITCH, site, expression, value, 0);
}

void tutti_symbolic_address(uint32_t site, uint32_t expression, uint64_t address)
{
    enter_and_add(EVENT_ADDRESS, site, expression, address, 0);
}

void tutti_symbolic_index(uint32_t site, uint32_t expression, uint64_t value, uint64_t bound)
{
    enter_and_add(EVENT_INDEX, site, expression, value, bound);
}

void tutti_symbolic_divisor(uint32_t site, uint32_t expression, uint64_t value)
{
    enter_and_add(EVENT_DIVISOR, site, expression, value, 0);
}

/* Returns whether the node is arithmetic that can overflow. A simplified node may be none any
 * more. */
static bool may_overflow(uint32_t expression)
{
    uint8_t op = node_get(expression)->op;
    return (op >= SYMBOLIC_ADD && op <= SYMBOLIC_DIVIDE_SIGNED) || op == SYMBOLIC_SHIFT_LEFT ||
           op == SYMBOLIC_ABSOLUTE;
}

void tutti_symbolic_arithmetic(uint32_t site, uint32_t expression)
{
    if (!state_wants(SYMBOLIC_OVERFLOW) || !expression || node_is_origin(expression) ||
        !state_enter())
        return;
    if (may_overflow(expression))
        event_add(EVENT_ARITHMETIC, site, expression, 0, 0);
    state_leave();
}

void tutti_symbolic_size(uint32_t site, uint32_t expression, uint64_t value)
{
    enter_and_add(EVENT_SIZE, site, expression, value, 0);
}
