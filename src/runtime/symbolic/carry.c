#include "runtime/symbolic/carry.h"

#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/sources.h"
#include "runtime/symbolic/state.h"

#include <string.h>

/* Returns whether the byte continues the last run of bytes in the message. */
static bool goes_on(const struct symbolic_carried *run, uint32_t expression, unsigned part,
                    uint64_t at)
{
    if (run->at + run->length != at || run->length == UINT16_MAX)
        return false;
    if (node_is_origin(expression))
        return expression == run->expression + run->length;
    return expression == run->expression && part == (unsigned)run->part + run->length;
}

static void put_byte(struct symbolic_message *message, uint32_t expression, unsigned part,
                     uint64_t at)
{
    struct symbolic_region *region = state.region;
    uint32_t count = region->carried_count;
    if (message->count > 0 && goes_on(&region->carried[count - 1], expression, part, at)) {
        region->carried[count - 1].length++;
        return;
    }
    if (count == SYMBOLIC_CARRIED || at > UINT32_MAX) {
        region->full = 1;
        return;
    }
    if (message->count == 0)
        *message = (struct symbolic_message){.rank = state.rank, .first = count};
    region->carried[count] = (struct symbolic_carried){
        .expression = expression, .at = (uint32_t)at, .part = (uint16_t)part, .length = 1};
    region->carried_count = count + 1;
    message->count++;
}

static void carry_put(struct symbolic_message *message, uint64_t at, const void *from,
                      uint64_t length)
{
    const unsigned char *bytes = from;
    unsigned part = 0;
    if (!shadow_any(from, length) || !state_enter())
        return;
    for (uint64_t i = 0; i < length; i++) /* drops values with any stale byte */
        shadow_byte(bytes + i, &part);
    for (uint64_t i = 0; i < length; i++) {
        uint32_t expression = shadow_byte(bytes + i, &part);
        if (expression && !node_is_origin(expression))
            expression = node_of_sender(expression);
        if (expression)
            put_byte(message, expression, part, at + i);
    }
    state_leave();
}

static struct symbolic_region *carry_region_of(uint32_t rank)
{
    return state.region + (ptrdiff_t)rank - (ptrdiff_t)state.rank;
}

/* Returns whether the message is valid: the program may have overwritten it. */
static bool is_message(const struct symbolic_message *message)
{
    if (message->count == 0 || message->rank >= state.segment->ranks)
        return false;
    uint32_t count = carry_region_of(message->rank)->carried_count;
    return count <= SYMBOLIC_CARRIED && message->first <= count &&
           message->count <= count - message->first;
}

static bool is_node(uint32_t id)
{
    uint32_t rank = id / SYMBOLIC_NODES, index = id % SYMBOLIC_NODES;
    return rank < state.segment->ranks && index > 0 &&
           index < atomic_load_explicit(&carry_region_of(rank)->node_count, memory_order_acquire);
}

/* Returns the byte of an input under this rank's number for the source; 0: it has none. */
static uint32_t origin_here(uint32_t rank, uint32_t origin)
{
    uint32_t number = (origin & ~SYMBOLIC_ORIGIN_BIT) >> 23;
    struct symbolic_source source = carry_region_of(rank)->sources[number];
    source.path[SYMBOLIC_PATH - 1] = '\0';
    if (rank == state.rank)
        return origin;
    uint32_t here = source_find((enum symbolic_source_kind)source.kind, source.index, source.path);
    return here == SOURCE_NONE
               ? 0
               : SYMBOLIC_ORIGIN_BIT | here << 23 | (origin & (SYMBOLIC_ORIGIN_OFFSETS - 1));
}

/* Takes the part of a run that is in [at, at + length). */
static void take_run(uint32_t rank, const struct symbolic_carried *run, uint64_t at,
                     unsigned char *to, uint64_t length)
{
    uint64_t first = run->at > at ? run->at : at;
    uint64_t end = (uint64_t)run->at + run->length;
    uint64_t last = end < at + length ? end : at + length;
    unsigned skipped = (unsigned)(first - run->at);
    if (!node_is_origin(run->expression)) {
        if (is_node(run->expression))
            shadow_put(to + (first - at), run->expression, run->part + skipped,
                       (unsigned)(last - first));
        return;
    }
    uint32_t origin = origin_here(rank, run->expression + skipped);
    for (uint64_t i = first; origin && i < last; i++)
        shadow_put(to + (i - at), origin + (uint32_t)(i - first), 0, 1);
}

/* Returns the first run that ends after `at`. */
static uint32_t run_at(const struct symbolic_carried *runs, uint32_t count, uint64_t at)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uint64_t)runs[middle].at + runs[middle].length <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void carry_take(const struct symbolic_message *message, uint64_t at, void *to,
                       uint64_t length)
{
    if (!state_enter())
        return;
    shadow_forget(to, length);
    if (is_message(message)) {
        const struct symbolic_carried *runs =
            carry_region_of(message->rank)->carried + message->first;
        for (uint32_t i = run_at(runs, message->count, at);
             i < message->count && runs[i].at < at + length; i++)
            take_run(message->rank, &runs[i], at, to, length);
    }
    state_leave();
}

static uint64_t carry_value_at(const void *address, enum symbolic_type type)
{
    uint64_t value = 0;
    memcpy(&value, address, type_bytes(type)); /* the first bytes are the lowest ones */
    return value;
}

struct operand {
    uint32_t id;
    uint64_t value;
};

static struct operand operand_at(const void *address, const struct symbolic_reduction *how)
{
    struct operand operand = {.value = carry_value_at(address, how->type)};
    operand.id = shadow_load(address, how->type, operand.value);
    if (!how->logical)
        return operand;
    bool set = operand.value != 0;
    return (struct operand){
        .id = node_binary(SYMBOLIC_NOT_EQUAL, SYMBOLIC_I1, operand.id, 0, operand.value, 0, set),
        .value = set};
}

static void reduce_one(const struct symbolic_reduction *how, const void *one, const void *other,
                       void *result)
{
    struct operand a = operand_at(one, how), b = operand_at(other, how);
    uint64_t value = carry_value_at(result, how->type);
    enum symbolic_type type = how->logical ? SYMBOLIC_I1 : how->type;
    uint32_t id = node_binary(how->op, type, a.id, b.id, a.value, b.value, value);
    if (how->logical)
        id = node_unary(SYMBOLIC_EXTEND_ZERO, how->type, id, value);
    shadow_store(result, how->type, id, value);
}

static void carry_reduce(const struct symbolic_reduction *how, const void *one, const void *other,
                         void *result, uint64_t count)
{
    unsigned bytes = type_bytes(how->type);
    bool any = shadow_any(one, count * bytes) || shadow_any(other, count * bytes);
    bool known = how->op != SYMBOLIC_OP_COUNT && state.segment->focus == SYMBOLIC_FOCUS_ALL;
    if (!state_enter())
        return;
    if (!any || !known)
        shadow_forget(result, count * bytes);
    for (uint64_t i = 0; any && known && i < count; i++)
        reduce_one(how, (const char *)one + i * bytes, (const char *)other + i * bytes,
                   (char *)result + i * bytes);
    state_leave();
}

const struct symbolic_carrier carrier = {
    .put = carry_put, .take = carry_take, .reduce = carry_reduce, .copy = tutti_symbolic_copy};
