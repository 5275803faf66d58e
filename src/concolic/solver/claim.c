#include "concolic/solver/claim.h"

#include "concolic/path/evaluate.h"

static bool claim_among(const struct claim *claim, unsigned type, uint64_t value)
{
    for (size_t i = 0; i < claim->value_count; i++) {
        if (((uint64_t)claim->values[i] & operation_mask(type)) == value)
            return true;
    }
    return false;
}

struct claim claim_of(const struct constraint *constraint, const struct symbolic_node *nodes)
{
    struct claim claim = {.kind = CLAIM_EQUAL,
                          .node = constraint->expression,
                          .value = constraint->value,
                          .values = constraint->cases,
                          .value_count = constraint->case_count};
    switch (constraint->kind) {
    case EVENT_BRANCH:
        claim.value = constraint->taken;
        break;
    case EVENT_SWITCH:
        /* Only the value tells whether the default was taken. */
        if (claim.value_count > 0 && !claim_among(&claim, nodes[claim.node].type, claim.value))
            claim.kind = CLAIM_NOT_AMONG;
        break;
    case EVENT_INDEX:
        if (claim.value < constraint->bound) {
            claim.kind = CLAIM_BELOW;
            claim.value = constraint->bound;
        }
        break;
    case EVENT_DIVISOR:
        claim.kind = claim.value != 0 ? CLAIM_DIFFERENT : CLAIM_EQUAL;
        claim.value = 0;
        break;
    case EVENT_ADDRESS:
    case EVENT_SIZE:
        break;
    case EVENT_ARITHMETIC:
    case EVENT_TEXT:
        claim.kind = CLAIM_NOTHING;
        break;
    }
    return claim;
}

static enum claim_kind claim_opposite(enum claim_kind kind)
{
    switch (kind) {
    case CLAIM_EQUAL:
        return CLAIM_DIFFERENT;
    case CLAIM_DIFFERENT:
        return CLAIM_EQUAL;
    case CLAIM_BELOW:
        return CLAIM_NOT_BELOW;
    case CLAIM_NOT_BELOW:
        return CLAIM_BELOW;
    case CLAIM_AMONG:
        return CLAIM_NOT_AMONG;
    case CLAIM_NOT_AMONG:
        return CLAIM_AMONG;
    default:
        return CLAIM_NOTHING;
    }
}

struct claim claim_of_goal(const struct solver_question *question)
{
    const struct constraint *constraint = &question->trace->constraints[question->constraint];
    struct claim claim = claim_of(constraint, question->trace->nodes);
    const struct claim nothing = {.kind = CLAIM_NOTHING, .node = claim.node};
    enum symbolic_event_kind kind = constraint->kind;
    bool overflows =
        kind == EVENT_ARITHMETIC && claim_can_overflow(question->trace->nodes[claim.node].op);
    switch (question->goal) {
    case GOAL_NEGATE:
        claim.kind = overflows ? CLAIM_OVERFLOW : claim_opposite(claim.kind);
        return claim;
    case GOAL_CASE:
        if (kind != EVENT_SWITCH || question->value_count != 1)
            return nothing;
        claim.kind = CLAIM_EQUAL;
        claim.value = (uint64_t)question->values[0];
        return claim;
    case GOAL_NO_CASE:
        if (kind != EVENT_SWITCH)
            return nothing;
        claim.kind = CLAIM_NOT_AMONG;
        claim.values = question->values;
        claim.value_count = question->value_count;
        return claim;
    case GOAL_LESS:
    case GOAL_MORE:
        if (kind != EVENT_ADDRESS || claim.value == UINT64_MAX)
            return nothing;
        claim.kind = question->goal == GOAL_LESS ? CLAIM_BELOW : CLAIM_NOT_BELOW;
        claim.value += question->goal == GOAL_MORE;
        return claim;
    case GOAL_OUTSIDE:
        if (kind != EVENT_INDEX)
            return nothing;
        claim.kind = CLAIM_NOT_BELOW;
        claim.value = constraint->bound;
        return claim;
    case GOAL_ZERO:
        if (kind != EVENT_DIVISOR)
            return nothing;
        claim.kind = CLAIM_EQUAL;
        claim.value = 0;
        return claim;
    case GOAL_OVERFLOW:
        if (!overflows)
            return nothing;
        claim.kind = CLAIM_OVERFLOW;
        return claim;
    }
    return nothing;
}

bool claim_can_overflow(unsigned op)
{
    return op == SYMBOLIC_ADD || op == SYMBOLIC_SUBTRACT || op == SYMBOLIC_MULTIPLY ||
           op == SYMBOLIC_SHIFT_LEFT || op == SYMBOLIC_ABSOLUTE;
}

bool claim_holds(const struct claim *claim, const struct symbolic_node *nodes,
                 const uint64_t *values)
{
    const struct symbolic_node *node = &nodes[claim->node];
    uint64_t value = values[claim->node], mask = operation_mask(node->type);
    __int128 exact;
    switch (claim->kind) {
    case CLAIM_NOTHING:
        return true;
    case CLAIM_EQUAL:
        return value == (claim->value & mask);
    case CLAIM_DIFFERENT:
        return value != (claim->value & mask);
    case CLAIM_BELOW:
        return value < claim->value;
    case CLAIM_NOT_BELOW:
        return value >= claim->value;
    case CLAIM_AMONG:
        return claim_among(claim, node->type, value);
    case CLAIM_NOT_AMONG:
        return !claim_among(claim, node->type, value);
    case CLAIM_OVERFLOW:
        break;
    }
    unsigned count = operation_operands(node->op);
    const uint64_t operands[3] = {count > 0 ? values[node->a] : 0, count > 1 ? values[node->b] : 0};
    return claim_can_overflow(node->op) && evaluate_exact(nodes, node, operands, &exact) &&
           exact != operation_signed(node->type, (uint64_t)exact & mask);
}

static bool ring_has(const struct ring *ring, uint64_t value, uint64_t mask)
{
    return !ring->empty && ((value - ring->first) & mask) <= ((ring->last - ring->first) & mask);
}

static struct ring ring_without(uint64_t first, uint64_t last, uint64_t mask)
{
    return (struct ring){.first = (last + 1) & mask,
                         .last = (first - 1) & mask,
                         .empty = ((last - first) & mask) == mask};
}

/* Intersects the ring with the values from `first` to `last`. Returns false unless the result is
 * one ring. */
static bool ring_cut(struct ring *ring, uint64_t first, uint64_t last, uint64_t mask)
{
    const struct ring other = {.first = first, .last = last};
    bool first_in = ring_has(ring, first, mask), last_in = ring_has(ring, last, mask);
    bool start_in = ring_has(&other, ring->first, mask),
         end_in = ring_has(&other, ring->last, mask);
    if (ring->empty)
        return true;
    if (first_in && last_in && start_in && end_in) {
        /* One of them has all values, or they overlap at both ends. */
        if (((last - first) & mask) == mask)
            return true;
        if (((ring->last - ring->first) & mask) != mask &&
            !(ring->first == first && ring->last == last))
            return false;
        *ring = other;
    } else if (start_in && end_in) {
        return true;
    } else if (first_in && last_in) {
        *ring = other;
    } else if (start_in) {
        ring->last = last;
    } else if (end_in) {
        ring->first = first;
    } else {
        ring->empty = true;
    }
    return true;
}

/* Returns the values of an operand for which its comparison with a constant is true. */
static struct ring ring_of_comparison(unsigned op, unsigned type, uint64_t constant)
{
    uint64_t mask = operation_mask(type), top = mask >> 1, bottom = (mask >> 1) + 1;
    bool is_signed = op >= SYMBOLIC_LESS_SIGNED && op <= SYMBOLIC_GREATER_EQUAL_SIGNED;
    uint64_t least = is_signed ? bottom & mask : 0, most = is_signed ? top : mask;
    switch (op) {
    case SYMBOLIC_EQUAL:
        return (struct ring){.first = constant, .last = constant};
    case SYMBOLIC_NOT_EQUAL:
        return ring_without(constant, constant, mask);
    case SYMBOLIC_LESS_SIGNED:
    case SYMBOLIC_LESS_UNSIGNED:
        return (struct ring){
            .first = least, .last = (constant - 1) & mask, .empty = constant == least};
    case SYMBOLIC_LESS_EQUAL_SIGNED:
    case SYMBOLIC_LESS_EQUAL_UNSIGNED:
        return (struct ring){.first = least, .last = constant};
    case SYMBOLIC_GREATER_SIGNED:
    case SYMBOLIC_GREATER_UNSIGNED:
        return (struct ring){
            .first = (constant + 1) & mask, .last = most, .empty = constant == most};
    default:
        return (struct ring){.first = constant, .last = most};
    }
}

static unsigned claim_mirrored(unsigned op)
{
    switch (op) {
    case SYMBOLIC_LESS_SIGNED:
        return SYMBOLIC_GREATER_SIGNED;
    case SYMBOLIC_LESS_EQUAL_SIGNED:
        return SYMBOLIC_GREATER_EQUAL_SIGNED;
    case SYMBOLIC_GREATER_SIGNED:
        return SYMBOLIC_LESS_SIGNED;
    case SYMBOLIC_GREATER_EQUAL_SIGNED:
        return SYMBOLIC_LESS_EQUAL_SIGNED;
    case SYMBOLIC_LESS_UNSIGNED:
        return SYMBOLIC_GREATER_UNSIGNED;
    case SYMBOLIC_LESS_EQUAL_UNSIGNED:
        return SYMBOLIC_GREATER_EQUAL_UNSIGNED;
    case SYMBOLIC_GREATER_UNSIGNED:
        return SYMBOLIC_LESS_UNSIGNED;
    case SYMBOLIC_GREATER_EQUAL_UNSIGNED:
        return SYMBOLIC_LESS_EQUAL_UNSIGNED;
    default:
        return op;
    }
}

/* Converts values of the node to values of its operand that is no constant. */
static bool ring_of_operand(const struct symbolic_node *nodes, const struct symbolic_node *node,
                            uint32_t *operand, struct ring *ring)
{
    bool constant_a = nodes[node->a].op == SYMBOLIC_CONSTANT;
    uint32_t other = constant_a ? node->b : node->a;
    uint64_t constant = nodes[constant_a ? node->a : node->b].value;
    uint64_t mask = operation_mask(node->type);
    *operand = other;
    switch (node->op) {
    case SYMBOLIC_ADD:
        constant = -constant;
        break;
    case SYMBOLIC_SUBTRACT:
        if (!constant_a)
            break;
        *ring = (struct ring){.first = (constant - ring->last) & mask,
                              .last = (constant - ring->first) & mask,
                              .empty = ring->empty};
        return true;
    case SYMBOLIC_XOR:
        if (constant != mask)
            return false;
        *ring = (struct ring){
            .first = ~ring->last & mask, .last = ~ring->first & mask, .empty = ring->empty};
        return true;
    default:
        return false;
    }
    ring->first = (ring->first + constant) & mask;
    ring->last = (ring->last + constant) & mask;
    return true;
}

/* Converts values of a comparison (true, false or both) to values of the compared operand. */
static bool ring_of_compared(const struct symbolic_node *nodes, const struct symbolic_node *node,
                             uint32_t *operand, struct ring *ring)
{
    bool constant_a = nodes[node->a].op == SYMBOLIC_CONSTANT;
    unsigned type = nodes[node->a].type;
    bool if_true = ring_has(ring, 1, 1), if_false = ring_has(ring, 0, 1);
    uint64_t mask = operation_mask(type);
    *operand = constant_a ? node->b : node->a;
    struct ring where = ring_of_comparison(constant_a ? claim_mirrored(node->op) : node->op, type,
                                           nodes[constant_a ? node->a : node->b].value & mask);
    if (if_true && if_false)
        where = (struct ring){.first = 0, .last = mask};
    else if (if_false)
        where = where.empty ? (struct ring){.first = 0, .last = mask}
                            : ring_without(where.first, where.last, mask);
    else if (!if_true)
        where.empty = true;
    *ring = where;
    return true;
}

static bool ring_of_extended(const struct symbolic_node *nodes, const struct symbolic_node *node,
                             struct ring *ring)
{
    uint64_t mask = operation_mask(node->type), narrow = operation_mask(nodes[node->a].type);
    uint64_t first = 0, last = narrow;
    if (node->op == SYMBOLIC_EXTEND_SIGN) {
        last = narrow >> 1;
        first = ~last & mask;
    }
    if (!ring_cut(ring, first, last, mask))
        return false;
    ring->first &= narrow;
    ring->last &= narrow;
    return true;
}

static bool has_one_constant(const struct symbolic_node *nodes, const struct symbolic_node *node)
{
    return (nodes[node->a].op == SYMBOLIC_CONSTANT) != (nodes[node->b].op == SYMBOLIC_CONSTANT);
}

static bool first_ring(const struct claim *claim, uint64_t mask, struct ring *ring)
{
    uint64_t value = claim->value & mask;
    switch (claim->kind) {
    case CLAIM_EQUAL:
        *ring = (struct ring){.first = value, .last = value};
        return true;
    case CLAIM_DIFFERENT:
        *ring = ring_without(value, value, mask);
        return true;
    case CLAIM_BELOW:
        if (claim->value > mask)
            return false;
        *ring = (struct ring){.first = 0, .last = (value - 1) & mask, .empty = value == 0};
        return true;
    case CLAIM_NOT_BELOW:
        if (claim->value > mask)
            return false;
        *ring = (struct ring){.first = value, .last = mask};
        return true;
    default:
        return false;
    }
}

bool claim_ring(const struct claim *claim, const struct symbolic_node *nodes, uint32_t *variable,
                struct ring *ring)
{
    uint32_t at = claim->node;
    if (!first_ring(claim, operation_mask(nodes[at].type), ring))
        return false;
    while (nodes[at].op != SYMBOLIC_VARIABLE) {
        const struct symbolic_node *node = &nodes[at];
        bool done = false;
        enum operation_shape shape = operation_shape(node->op);
        if (shape == SHAPE_COMPARE && has_one_constant(nodes, node)) {
            done = ring_of_compared(nodes, node, &at, ring);
        } else if (shape == SHAPE_INTEGERS && has_one_constant(nodes, node)) {
            done = ring_of_operand(nodes, node, &at, ring);
        } else if (shape == SHAPE_EXTEND) {
            done = ring_of_extended(nodes, node, ring);
            at = node->a;
        }
        if (!done)
            return false;
    }
    *variable = nodes[at].a;
    return !operation_is_float(nodes[at].type);
}
