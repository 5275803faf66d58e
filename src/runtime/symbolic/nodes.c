#include "runtime/symbolic/nodes.h"

#include "runtime/hash.h"
#include "runtime/symbolic/fold.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/variables.h"

enum { SLOTS_FIRST = 1 << 12, PLACE_NODES = 64 };

/* Number of nodes that each place with floating-point operations has made; [0] stays 0. */
static uint8_t made_at[1 << SYMBOLIC_PLACE_BITS];

/* Nodes by hash: the index, and above it the hash itself, so that other nodes need not be read. 0:
 * free. At most half full. */
static uint64_t *slots;
static uint32_t slot_count;

static uint32_t node_hash(const struct symbolic_node *node)
{
    uint64_t hash =
        hash_number((uint64_t)node->op << 8 | node->type, (uint64_t)node->a << 32 | node->b);
    return (uint32_t)(hash_number(hash_number(hash, node->c), node->value) >> 16);
}

static bool node_same(const struct symbolic_node *x, const struct symbolic_node *y)
{
    return x->op == y->op && x->type == y->type && x->a == y->a && x->b == y->b && x->c == y->c &&
           x->value == y->value;
}

static uint32_t node_count(void)
{
    return atomic_load_explicit(&state.region->node_count, memory_order_relaxed);
}

static uint32_t index_in(uint64_t slot)
{
    return (uint32_t)slot;
}

/* Returns the slot of the node, or the slot where it belongs. */
static uint32_t node_slot_of(const struct symbolic_node *node, uint32_t hash)
{
    uint32_t at = hash & (slot_count - 1);
    while (slots[at] &&
           (slots[at] >> 32 != hash || !node_same(&state.region->nodes[index_in(slots[at])], node)))
        at = (at + 1) & (slot_count - 1);
    return at;
}

static bool slots_grow(void)
{
    uint32_t room = slot_count, wanted = room ? 2 * room : SLOTS_FIRST;
    uint64_t *old = slots, *larger = memory_map(wanted * sizeof *larger);
    if (!larger)
        return false;
    slots = larger;
    slot_count = wanted;
    for (uint32_t i = 0; i < room; i++) {
        uint32_t at = (uint32_t)(old[i] >> 32) & (wanted - 1);
        while (old[i] && slots[at])
            at = (at + 1) & (wanted - 1);
        if (old[i])
            slots[at] = old[i];
    }
    if (old)
        memory_unmap(old, room * sizeof *old);
    return true;
}

static struct symbolic_region *node_region_of(uint32_t id)
{
    return state.region + (ptrdiff_t)(id / SYMBOLIC_NODES) - (ptrdiff_t)state.rank;
}

static struct symbolic_note *node_note_of(uint32_t id)
{
    return &node_region_of(id)->notes[id % SYMBOLIC_NODES];
}

static bool node_is_own(uint32_t id)
{
    return id / SYMBOLIC_NODES == state.rank;
}

void nodes_open(void)
{
    atomic_store(&state.region->node_count, 1);
    slots = NULL;
    slot_count = 0;
}

const struct symbolic_node *node_get(uint32_t id)
{
    return &node_region_of(id)->nodes[id % SYMBOLIC_NODES];
}

uint64_t node_variables(uint32_t id)
{
    return node_note_of(id)->variables;
}

bool node_flag(uint32_t id, enum node_flag flag)
{
    return node_is_own(id) && node_note_of(id)->flags & 1U << flag;
}

void node_set_flag(uint32_t id, enum node_flag flag)
{
    if (node_is_own(id))
        node_note_of(id)->flags |= (uint8_t)(1U << flag);
}

/* Lists the operands that are nodes: `a` and `b` may be numbers. */
static int operands_of(const struct symbolic_node *node, uint32_t operands[3])
{
    if (node->op == SYMBOLIC_CONSTANT || node->op == SYMBOLIC_VARIABLE)
        return 0;
    operands[0] = node->a;
    if (node->op == SYMBOLIC_EXTRACT)
        return 1;
    operands[1] = node->b;
    operands[2] = node->c;
    return node->op == SYMBOLIC_CHOOSE ? 3 : node->b ? 2 : 1;
}

static unsigned node_weight(const struct symbolic_node *node, int operand_count)
{
    if (operand_count == 0)
        return 0;
    if (node->op == SYMBOLIC_MULTIPLY)
        return node_get(node->b)->op == SYMBOLIC_CONSTANT ? 1 : SYMBOLIC_HARD;
    bool hard = (node->op >= SYMBOLIC_DIVIDE_SIGNED && node->op <= SYMBOLIC_SHIFT_RIGHT_UNSIGNED) ||
                (node->op >= SYMBOLIC_FLOAT_ADD && node->op <= SYMBOLIC_BITS);
    return hard && node->type != SYMBOLIC_I1 ? SYMBOLIC_HARD : 1;
}

/* Describes a node; returns false if it has too many operations. */
static bool node_describe(const struct symbolic_node *node, struct symbolic_note *result)
{
    uint32_t operands[3];
    int operand_count = operands_of(node, operands);
    unsigned operations = node_weight(node, operand_count);
    *result = (struct symbolic_note){0};
    if (node->op == SYMBOLIC_VARIABLE) { /* ranks begin at different bits: their numbers differ */
        uint8_t kind = state.region->variables[node->a].kind;
        result->variables = UINT64_C(1) << ((node->a + 17 * state.rank) % 64);
        result->of_rank = kind == SYMBOLIC_RANK || kind == SYMBOLIC_LOCAL_RANK;
    }
    for (int i = 0; i < operand_count; i++) {
        const struct symbolic_note *note = node_note_of(operands[i]);
        result->variables |= note->variables;
        result->of_rank |= note->of_rank;
        operations += note->operations;
    }
    result->operations = (uint16_t)operations;
    return operations <= SYMBOLIC_OPERATIONS;
}

static uint32_t node_add(const struct symbolic_node *node, uint32_t slot, uint32_t hash)
{
    uint32_t index = node_count();
    struct symbolic_note note;
    if (!node_describe(node, &note)) {
        state.region->large++;
        return 0;
    }
    state.region->notes[index] = note;
    state.region->nodes[index] = *node;
    slots[slot] = (uint64_t)hash << 32 | index;
    atomic_store_explicit(&state.region->node_count, index + 1, memory_order_release);
    return symbolic_node_id(state.rank, index);
}

uint32_t node_make(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b, uint32_t c,
                   uint64_t value)
{
    struct symbolic_node node = {.op = (uint8_t)op, .type = (uint8_t)type, .a = a, .b = b, .c = c};
    node.value = value & type_mask(type);
    if (2 * node_count() >= slot_count && !slots_grow() && node_count() + 1 >= slot_count) {
        state.region->full = 1;
        return 0;
    }
    uint32_t hash = node_hash(&node), slot = node_slot_of(&node, hash);
    if (slots[slot])
        return symbolic_node_id(state.rank, index_in(slots[slot]));
    if (node_count() >= SYMBOLIC_NODES) {
        state.region->full = 1;
        return 0;
    }
    return node_add(&node, slot, hash);
}

uint32_t node_constant(enum symbolic_type type, uint64_t value)
{
    return node_make(SYMBOLIC_CONSTANT, type, 0, 0, 0, value);
}

static uint32_t without_rank(uint32_t id)
{
    struct symbolic_node node = *node_get(id);
    uint32_t *operands[3] = {&node.a, &node.b, &node.c}, kept[3];
    int operand_count = operands_of(&node, kept);
    bool symbolic = false;
    if (!node_note_of(id)->of_rank)
        return id;
    for (int i = 0; i < operand_count && i < 3; i++) {
        *operands[i] = without_rank(*operands[i]);
        if (!*operands[i])
            return 0;
        symbolic |= node_get(*operands[i])->op != SYMBOLIC_CONSTANT;
    }
    return symbolic ? node_make(node.op, node.type, node.a, node.b, node.c, node.value)
                    : node_constant(node.type, node.value);
}

uint32_t node_of_sender(uint32_t id)
{
    uint32_t result = without_rank(id);
    return result && node_get(result)->op == SYMBOLIC_CONSTANT ? 0 : result;
}

static bool node_compares(enum symbolic_op op)
{
    return (op >= SYMBOLIC_EQUAL && op <= SYMBOLIC_GREATER_EQUAL_UNSIGNED) ||
           (op >= SYMBOLIC_FLOAT_EQUAL && op <= SYMBOLIC_FLOAT_GREATER_EQUAL);
}

static uint32_t node_operand(uint32_t id)
{
    return node_is_origin(id) || (id && node_flag(id, NODE_HELD)) ? 0 : id;
}

uint32_t node_of_origin(uint32_t origin, enum symbolic_type type, uint64_t value)
{
    uint32_t source = (origin & ~SYMBOLIC_ORIGIN_BIT) >> 23;
    if (source >= state.region->source_count || type_is_float(type) || type == SYMBOLIC_I1 ||
        state.region->sources[source].kind != SYMBOLIC_ARGUMENT)
        return 0;
    uint32_t byte =
        variable_letter(source, origin & (SYMBOLIC_ORIGIN_OFFSETS - 1), (unsigned char)value);
    return byte ? node_resize(type, byte, true, value) : 0;
}

/* Finds the type in which a byte of an input is compared. It is not known whether the byte was
 * converted to int before, which only matters if it would be negative. Returns false if the type
 * cannot be found. */
static bool type_of_compared(uint32_t other, uint64_t value, enum symbolic_type *type)
{
    if (node_operand(other))
        *type = node_get(other)->type;
    else
        *type = value > UINT32_MAX ? SYMBOLIC_I64 : SYMBOLIC_I32;
    return node_operand(other) || value <= INT8_MAX || value > UINT8_MAX;
}

/* Makes a byte of an argument a variable because the program computes with it: a number that it
 * converts by itself, or a letter with a meaning. Files are too long for that; see "bytes:FILE". */
static uint32_t node_computed(uint32_t id, uint32_t other, uint64_t value, uint64_t value_other,
                              bool compared, enum symbolic_type type)
{
    if (!node_is_origin(id))
        return id;
    if (compared && !type_of_compared(other, value_other, &type))
        return 0;
    return node_of_origin(id, type, value);
}

uint32_t node_binary(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                     uint64_t value_a, uint64_t value_b, uint64_t result)
{
    uint32_t first = a;
    a = node_operand(node_computed(a, b, value_a, value_b, node_compares(op), type));
    b = node_operand(node_computed(b, first, value_b, value_a, node_compares(op), type));
    if (!a && !b)
        return 0;
    enum symbolic_type of = node_get(a ? a : b)->type;
    if (!a && fold_exchanged(op) != SYMBOLIC_OP_COUNT) { /* 0 < x and x > 0 are one node */
        op = fold_exchanged(op);
        a = b;
        b = 0;
        value_b = value_a;
        value_a = node_get(a)->value;
    }
    if (op == SYMBOLIC_SUBTRACT && !b && !type_is_float(of) && value_b != type_mask(of) / 2 + 1) {
        op = SYMBOLIC_ADD; /* so that x - 1 - 1 is x - 2: see fold.h */
        value_b = -value_b & type_mask(of);
    }
    uint32_t folded;
    if (fold_binary(op, of, a, b, value_a, value_b, &folded))
        return folded;
    if (!a)
        a = node_constant(of, value_a);
    if (!b)
        b = node_constant(of, value_b);
    return a && b ? node_make(op, node_compares(op) ? SYMBOLIC_I1 : type, a, b, 0, result) : 0;
}

uint32_t node_unary(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint64_t result)
{
    bool resizes =
        op == SYMBOLIC_EXTEND_SIGN || op == SYMBOLIC_EXTEND_ZERO || op == SYMBOLIC_TRUNCATE;
    if (node_is_origin(a)) /* a byte is still that byte in the int that getc() returns */
        return resizes ? a : 0;
    if (!a)
        return 0;
    if (resizes)
        return node_resize(type, a, op == SYMBOLIC_EXTEND_SIGN, result);
    if (op == SYMBOLIC_BITS)
        return node_bits(type, a, result);
    uint32_t folded;
    if (fold_conversion(op, type, a, result, &folded))
        return folded;
    return node_make(op, type, a, 0, 0, result);
}

uint32_t node_extract(enum symbolic_type type, uint32_t a, unsigned bit, uint64_t value)
{
    if (bit == 0)
        return node_resize(type, a, false, value);
    const struct symbolic_node *node = node_get(a);
    if (node->op == SYMBOLIC_EXTRACT)
        return node_extract(type, node->a, node->b + bit, value);
    return node_make(SYMBOLIC_EXTRACT, type, a, bit, 0, value);
}

uint32_t node_concatenate(enum symbolic_type type, uint32_t high, uint32_t low, uint64_t value)
{
    const struct symbolic_node *upper = node_get(high), *lower = node_get(low);
    if (upper->op == SYMBOLIC_CONSTANT && upper->value == 0)
        return node_resize(type, low, false, value);
    if (upper->op == SYMBOLIC_EXTRACT) { /* adjacent parts of one value */
        unsigned first = UINT32_MAX;
        if (lower->op == SYMBOLIC_EXTRACT && lower->a == upper->a)
            first = lower->b;
        else if (lower->op == SYMBOLIC_TRUNCATE && lower->a == upper->a)
            first = 0;
        if (first != UINT32_MAX && first + type_bits(lower->type) == upper->b)
            return node_extract(type, upper->a, first, value);
    }
    return node_make(SYMBOLIC_CONCATENATE, type, high, low, 0, value);
}

uint32_t node_bits(enum symbolic_type type, uint32_t a, uint64_t value)
{
    const struct symbolic_node *node = node_get(a);
    if (node->type == type)
        return a;
    if (node->op == SYMBOLIC_BITS && node_get(node->a)->type == type)
        return node->a;
    return node_make(SYMBOLIC_BITS, type, a, 0, 0, value);
}

uint32_t node_resize(enum symbolic_type type, uint32_t a, bool is_signed, uint64_t value)
{
    const struct symbolic_node *node = node_get(a);
    unsigned from = type_bits(node->type), to = type_bits(type);
    if (from == to)
        return a;
    bool extended = node->op == SYMBOLIC_EXTEND_ZERO || node->op == SYMBOLIC_EXTEND_SIGN;
    if (to < from) {
        unsigned inner = extended ? type_bits(node_get(node->a)->type) : 0;
        if (inner && to <= inner)
            return node_resize(type, node->a, false, value);
        if (inner) /* still an extension, to fewer bits */
            return node_make(node->op, type, node->a, 0, 0, value);
        if (node->op == SYMBOLIC_TRUNCATE)
            return node_resize(type, node->a, false, value);
        return node_make(SYMBOLIC_TRUNCATE, type, a, 0, 0, value);
    }
    if (node->op == SYMBOLIC_EXTEND_ZERO || (is_signed && node->op == SYMBOLIC_EXTEND_SIGN))
        return node_make(node->op, type, node->a, 0, 0, value);
    return node_make(is_signed ? SYMBOLIC_EXTEND_SIGN : SYMBOLIC_EXTEND_ZERO, type, a, 0, 0, value);
}

/* Returns whether the place of the operation may still make expressions. */
static bool place_open(uint32_t operation)
{
    return made_at[operation >> SYMBOLIC_OPERATION_BITS] < PLACE_NODES;
}

static void place_note(uint32_t operation, uint32_t count_before)
{
    uint32_t place = operation >> SYMBOLIC_OPERATION_BITS;
    if (place && node_count() != count_before)
        made_at[place]++;
}

static enum symbolic_op op_in(uint32_t operation)
{
    return (enum symbolic_op)(operation & ((1U << SYMBOLIC_OPERATION_BITS) - 1));
}

uint32_t tutti_symbolic_binary(uint32_t operation, enum symbolic_type type, uint32_t a, uint32_t b,
                               uint64_t value_a, uint64_t value_b, uint64_t result)
{
    if (!place_open(operation) || !state_enter())
        return 0;
    uint32_t before = node_count();
    uint32_t id = node_binary(op_in(operation), type, a, b, value_a, value_b, result);
    place_note(operation, before);
    state_leave();
    return id;
}

uint32_t tutti_symbolic_unary(uint32_t operation, enum symbolic_type type, uint32_t a,
                              uint64_t value_a, uint64_t result)
{
    (void)value_a; /* the node has it */
    if (!place_open(operation) || !state_enter())
        return 0;
    uint32_t before = node_count();
    uint32_t id = node_unary(op_in(operation), type, a, result);
    place_note(operation, before);
    state_leave();
    return id;
}

static uint32_t node_choose(enum symbolic_type type, uint32_t condition, uint32_t a, uint32_t b,
                            uint64_t value_condition, uint64_t value_a, uint64_t value_b)
{
    bool same = a == b && (a || value_a == value_b);
    if (!node_operand(condition) || same || node_is_origin(a) || node_is_origin(b))
        return value_condition ? a : b;
    if (!a)
        a = node_constant(type, value_a);
    if (!b)
        b = node_constant(type, value_b);
    return a && b ? node_make(SYMBOLIC_CHOOSE, type, condition, a, b,
                              value_condition ? value_a : value_b)
                  : 0;
}

uint32_t tutti_symbolic_choose(enum symbolic_type type, uint32_t condition, uint32_t a, uint32_t b,
                               uint64_t value_condition, uint64_t value_a, uint64_t value_b)
{
    if (!state_enter())
        return 0;
    uint32_t id = node_choose(type, condition, a, b, value_condition, value_a, value_b);
    state_leave();
    return id;
}
