#include "runtime/symbolic/variables.h"

#include "runtime/hash.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/sources.h"
#include "runtime/symbolic/state.h"

#include <stdio.h>
#include <string.h>

/* Variables by hash, each as its number + 1. */
static uint16_t slots[2 * SYMBOLIC_VARIABLES];

void variables_open(void)
{
    memset(slots, 0, sizeof slots);
}

static bool variable_same(const struct symbolic_variable *x, const struct symbolic_variable *y)
{
    return x->kind == y->kind && x->source == y->source && x->offset == y->offset &&
           x->length == y->length &&
           (x->kind != SYMBOLIC_MARKED || strncmp(x->name, y->name, SYMBOLIC_NAME) == 0);
}

static uint32_t variable_hash_of(const struct symbolic_variable *variable)
{
    uint64_t start = HASH_START;
    if (variable->kind == SYMBOLIC_MARKED)
        start = hash_bytes(start, variable->name, strnlen(variable->name, SYMBOLIC_NAME));
    uint64_t hash = hash_number(start, (uint64_t)variable->kind << 32 | variable->source);
    return (uint32_t)hash_number(hash, (uint64_t)variable->length << 32 ^ variable->offset);
}

/* Returns the number of the variable; VARIABLE_NONE: there is no room. */
static uint32_t find_or_add(const struct symbolic_variable *wanted)
{
    enum { SLOTS = sizeof slots / sizeof *slots };
    struct symbolic_region *region = state.region;
    uint32_t slot = variable_hash_of(wanted) % SLOTS;
    for (; slots[slot]; slot = (slot + 1) % SLOTS)
        if (variable_same(&region->variables[slots[slot] - 1], wanted))
            return slots[slot] - 1U;
    if (region->variable_count == SYMBOLIC_VARIABLES) {
        region->full = 1;
        return VARIABLE_NONE;
    }
    struct symbolic_variable *variable = &region->variables[region->variable_count];
    *variable = *wanted;
    if (!variable->name[0])
        source_name(variable->source, variable->offset, variable->name);
    slots[slot] = (uint16_t)++region->variable_count;
    return region->variable_count - 1;
}

/* Returns the expression of a variable, unless the user excludes it. */
static uint32_t variable_node_of(uint32_t number)
{
    if (number == VARIABLE_NONE)
        return 0;
    const struct symbolic_variable *variable = &state.region->variables[number];
    if (source_has_pattern("-", variable->name))
        return 0;
    return node_make(SYMBOLIC_VARIABLE, variable->type, number, 0, 0, variable->value);
}

/* Sets the least and the greatest number of an integer type. */
static void set_range(struct symbolic_variable *variable, bool is_signed)
{
    uint64_t mask = type_mask(variable->type);
    if (is_signed || type_is_float(variable->type)) {
        variable->upper = (int64_t)(mask >> 1);
        variable->lower = -variable->upper - 1;
    } else {
        variable->upper = mask > INT64_MAX ? INT64_MAX : (int64_t)mask;
    }
}

/* Returns the same number in the type that is wanted now. */
static uint32_t variable_convert(uint32_t node, enum symbolic_type type, bool is_signed,
                                 uint64_t value)
{
    bool from_float = type_is_float(node_get(node)->type), to_float = type_is_float(type);
    if (node_get(node)->type == type)
        return node;
    if (!from_float && !to_float)
        return node_resize(type, node, is_signed, value);
    enum symbolic_op op = from_float && to_float ? SYMBOLIC_FLOAT_CONVERT
                          : to_float             ? SYMBOLIC_FROM_SIGNED
                                                 : SYMBOLIC_TO_SIGNED;
    return node_make(op, type, node, 0, 0, value);
}

uint32_t variable_number(const char *text, size_t length, enum symbolic_type type, bool is_signed,
                         unsigned base, uint64_t value)
{
    struct symbolic_variable wanted = {.kind = SYMBOLIC_NUMBER,
                                       .type = (uint8_t)type,
                                       .base = (uint8_t)base,
                                       .length = (uint32_t)length,
                                       .value = value & type_mask(type)};
    if (!source_of(text, length, &wanted.source, &wanted.offset))
        return 0;
    set_range(&wanted, is_signed);
    uint32_t node = variable_node_of(find_or_add(&wanted));
    return node ? variable_convert(node, type, is_signed, value) : 0;
}

static uint32_t byte_between(uint32_t source, uint32_t offset, unsigned char value, int64_t lower,
                             int64_t upper)
{
    struct symbolic_variable wanted = {.kind = SYMBOLIC_BYTE,
                                       .type = SYMBOLIC_I8,
                                       .source = source,
                                       .offset = offset,
                                       .length = 1,
                                       .value = value,
                                       .lower = lower,
                                       .upper = upper};
    const struct symbolic_source *of = &state.region->sources[source];
    if (of->kind == SYMBOLIC_ARGUMENT) {
        snprintf(wanted.name, sizeof wanted.name, "argv[%u][%u]", of->index, offset);
    } else {
        size_t length = strlen(of->path), most = sizeof wanted.name - 16;
        const char *path = of->path + (length > most ? length - most : 0);
        snprintf(wanted.name, sizeof wanted.name, "%s@%u", length ? path : "stdin", offset);
    }
    return variable_node_of(find_or_add(&wanted));
}

uint32_t variable_byte(uint32_t source, uint32_t offset, unsigned char value)
{
    return byte_between(source, offset, value, 0, UINT8_MAX);
}

uint32_t variable_letter(uint32_t source, uint32_t offset, unsigned char value)
{
    return byte_between(source, offset, value, ' ', '~');
}

uint32_t variable_word(const char *text, size_t length)
{
    struct symbolic_variable wanted = {
        .kind = SYMBOLIC_WORD, .type = SYMBOLIC_I8, .length = (uint32_t)length};
    if (!source_of(text, length, &wanted.source, &wanted.offset))
        return VARIABLE_NONE;
    uint32_t number = find_or_add(&wanted);
    if (number != VARIABLE_NONE && source_has_pattern("-", state.region->variables[number].name))
        return VARIABLE_NONE;
    return number;
}

uint32_t variable_exists(uint32_t source, bool there)
{
    struct symbolic_variable wanted = {.kind = SYMBOLIC_EXISTS,
                                       .type = SYMBOLIC_I32,
                                       .source = source,
                                       .value = there,
                                       .lower = there,
                                       .upper = 1};
    const char *path = state.region->sources[source].path;
    size_t length = strlen(path), most = sizeof wanted.name - 16;
    snprintf(wanted.name, sizeof wanted.name, "%s exists",
             path + (length > most ? length - most : 0));
    return variable_node_of(find_or_add(&wanted));
}

uint32_t variable_count(uint32_t value)
{
    uint32_t most = value < SYMBOLIC_WORDS_MOST - SYMBOLIC_WORDS_MORE ? value + SYMBOLIC_WORDS_MORE
                    : value < SYMBOLIC_WORDS_MOST                     ? SYMBOLIC_WORDS_MOST
                                                                      : value;
    return variable_node_of(find_or_add(&(struct symbolic_variable){.kind = SYMBOLIC_COUNT,
                                                                    .type = SYMBOLIC_I32,
                                                                    .value = value,
                                                                    .lower = 1,
                                                                    .upper = most,
                                                                    .name = "argc"}));
}

uint32_t variable_rank(uint32_t value)
{
    return variable_node_of(find_or_add(&(struct symbolic_variable){.kind = SYMBOLIC_RANK,
                                                                    .type = SYMBOLIC_I32,
                                                                    .value = value,
                                                                    .upper = INT32_MAX,
                                                                    .name = "rank"}));
}

uint32_t variable_size(uint32_t value)
{
    return variable_node_of(find_or_add(&(struct symbolic_variable){.kind = SYMBOLIC_SIZE,
                                                                    .type = SYMBOLIC_I32,
                                                                    .value = value,
                                                                    .lower = 1,
                                                                    .upper = INT32_MAX,
                                                                    .name = "size"}));
}

uint32_t variable_local_rank(uint32_t number, uint32_t size, uint32_t value)
{
    struct symbolic_variable wanted = {.kind = SYMBOLIC_LOCAL_RANK,
                                       .type = SYMBOLIC_I32,
                                       .source = number,
                                       .value = value,
                                       .upper = (int64_t)size - 1};
    snprintf(wanted.name, sizeof wanted.name, "rank in communicator %u", number + 1);
    return variable_node_of(find_or_add(&wanted));
}

uint32_t variable_marked(const char *name, enum symbolic_type type, uint64_t value, int64_t lower,
                         int64_t upper)
{
    struct symbolic_variable wanted = {.kind = SYMBOLIC_MARKED,
                                       .type = (uint8_t)type,
                                       .value = value & type_mask(type),
                                       .lower = lower,
                                       .upper = upper};
    snprintf(wanted.name, sizeof wanted.name, "%s", name);
    uint32_t node = variable_node_of(find_or_add(&wanted));
    return node ? variable_convert(node, type, lower < 0, value) : 0;
}
