#include "runtime/symbolic/fold.h"

#include "runtime/symbolic/nodes.h"

enum symbolic_op fold_exchanged(enum symbolic_op op)
{
    switch (op) {
    case SYMBOLIC_ADD:
    case SYMBOLIC_MULTIPLY:
    case SYMBOLIC_AND:
    case SYMBOLIC_OR:
    case SYMBOLIC_XOR:
    case SYMBOLIC_EQUAL:
    case SYMBOLIC_NOT_EQUAL:
    case SYMBOLIC_FLOAT_EQUAL:
    case SYMBOLIC_FLOAT_NOT_EQUAL:
        return op;
    case SYMBOLIC_LESS_SIGNED:
        return SYMBOLIC_GREATER_SIGNED;
    case SYMBOLIC_GREATER_SIGNED:
        return SYMBOLIC_LESS_SIGNED;
    case SYMBOLIC_LESS_EQUAL_SIGNED:
        return SYMBOLIC_GREATER_EQUAL_SIGNED;
    case SYMBOLIC_GREATER_EQUAL_SIGNED:
        return SYMBOLIC_LESS_EQUAL_SIGNED;
    case SYMBOLIC_LESS_UNSIGNED:
        return SYMBOLIC_GREATER_UNSIGNED;
    case SYMBOLIC_GREATER_UNSIGNED:
        return SYMBOLIC_LESS_UNSIGNED;
    case SYMBOLIC_LESS_EQUAL_UNSIGNED:
        return SYMBOLIC_GREATER_EQUAL_UNSIGNED;
    case SYMBOLIC_GREATER_EQUAL_UNSIGNED:
        return SYMBOLIC_LESS_EQUAL_UNSIGNED;
    case SYMBOLIC_FLOAT_LESS:
        return SYMBOLIC_FLOAT_GREATER;
    case SYMBOLIC_FLOAT_GREATER:
        return SYMBOLIC_FLOAT_LESS;
    case SYMBOLIC_FLOAT_LESS_EQUAL:
        return SYMBOLIC_FLOAT_GREATER_EQUAL;
    case SYMBOLIC_FLOAT_GREATER_EQUAL:
        return SYMBOLIC_FLOAT_LESS_EQUAL;
    default:
        return SYMBOLIC_OP_COUNT;
    }
}

/* Returns the opposite comparison; SYMBOLIC_OP_COUNT: there is none. */
static enum symbolic_op fold_inverse(enum symbolic_op op)
{
    switch (op) {
    case SYMBOLIC_EQUAL:
        return SYMBOLIC_NOT_EQUAL;
    case SYMBOLIC_NOT_EQUAL:
        return SYMBOLIC_EQUAL;
    case SYMBOLIC_LESS_SIGNED:
        return SYMBOLIC_GREATER_EQUAL_SIGNED;
    case SYMBOLIC_LESS_EQUAL_SIGNED:
        return SYMBOLIC_GREATER_SIGNED;
    case SYMBOLIC_GREATER_SIGNED:
        return SYMBOLIC_LESS_EQUAL_SIGNED;
    case SYMBOLIC_GREATER_EQUAL_SIGNED:
        return SYMBOLIC_LESS_SIGNED;
    case SYMBOLIC_LESS_UNSIGNED:
        return SYMBOLIC_GREATER_EQUAL_UNSIGNED;
    case SYMBOLIC_LESS_EQUAL_UNSIGNED:
        return SYMBOLIC_GREATER_UNSIGNED;
    case SYMBOLIC_GREATER_UNSIGNED:
        return SYMBOLIC_LESS_EQUAL_UNSIGNED;
    case SYMBOLIC_GREATER_EQUAL_UNSIGNED:
        return SYMBOLIC_LESS_UNSIGNED;
    case SYMBOLIC_FLOAT_EQUAL:
        return SYMBOLIC_FLOAT_NOT_EQUAL;
    case SYMBOLIC_FLOAT_NOT_EQUAL:
        return SYMBOLIC_FLOAT_EQUAL;
    default:
        return SYMBOLIC_OP_COUNT;
    }
}

/* Finds the negation of a condition, if no "not" is needed for it. */
static bool fold_negate(uint32_t condition, uint32_t *result)
{
    const struct symbolic_node *node = node_get(condition);
    if (node->op == SYMBOLIC_XOR && node_get(node->b)->op == SYMBOLIC_CONSTANT) {
        *result = node->a;
        return true;
    }
    enum symbolic_op opposite = fold_inverse(node->op);
    if (opposite == SYMBOLIC_OP_COUNT)
        return false;
    *result = node_make(opposite, SYMBOLIC_I1, node->a, node->b, 0, !node->value);
    return true;
}

/* Simplifies a comparison with 0 or 1 of a condition that C has converted to int. */
static bool fold_truth(enum symbolic_op op, uint32_t a, uint64_t constant, uint32_t *result)
{
    const struct symbolic_node *node = node_get(a);
    if ((op != SYMBOLIC_EQUAL && op != SYMBOLIC_NOT_EQUAL) || constant > 1)
        return false;
    if (node->type != SYMBOLIC_I1) {
        if (node->op != SYMBOLIC_EXTEND_ZERO || node_get(node->a)->type != SYMBOLIC_I1)
            return false;
        a = node->a;
    }
    if ((op == SYMBOLIC_EQUAL) == (constant == 1)) {
        *result = a;
        return true;
    }
    if (fold_negate(a, result))
        return true;
    uint32_t one = node_constant(SYMBOLIC_I1, 1);
    *result = one ? node_make(SYMBOLIC_XOR, SYMBOLIC_I1, a, one, 0, !node_get(a)->value) : 0;
    return true;
}

/* Simplifies a op a. */
static bool fold_same(enum symbolic_op op, uint32_t a, uint32_t *result)
{
    switch (op) {
    case SYMBOLIC_AND:
    case SYMBOLIC_OR:
    case SYMBOLIC_MINIMUM_SIGNED:
    case SYMBOLIC_MAXIMUM_SIGNED:
    case SYMBOLIC_MINIMUM_UNSIGNED:
    case SYMBOLIC_MAXIMUM_UNSIGNED:
        *result = a;
        return true;
    case SYMBOLIC_SUBTRACT:
    case SYMBOLIC_XOR:
        *result = 0;
        return true;
    default:
        *result = 0;
        return op >= SYMBOLIC_EQUAL && op <= SYMBOLIC_GREATER_EQUAL_UNSIGNED;
    }
}

/* Simplifies (x + c) + constant to x + (c + constant), so that a loop's counter does not get deeper
 * and deeper. */
static bool fold_sum(enum symbolic_type type, uint32_t a, uint64_t constant, uint32_t *result)
{
    const struct symbolic_node *node = node_get(a);
    if (node->op != SYMBOLIC_ADD || node_get(node->b)->op != SYMBOLIC_CONSTANT)
        return false;
    uint64_t sum = (node_get(node->b)->value + constant) & type_mask(type);
    uint32_t other = sum ? node_constant(type, sum) : 0;
    *result = node->a;
    if (sum)
        *result =
            other ? node_make(SYMBOLIC_ADD, type, node->a, other, 0, node->value + constant) : 0;
    return true;
}

/* Simplifies a op constant. */
static bool fold_constant(enum symbolic_op op, enum symbolic_type type, uint32_t a,
                          uint64_t constant, uint32_t *result)
{
    uint64_t all = type_mask(type);
    *result = a;
    switch (op) {
    case SYMBOLIC_ADD:
        return constant == 0 || fold_sum(type, a, constant, result);
    case SYMBOLIC_XOR:
        if (type == SYMBOLIC_I1 && constant == 1)
            return fold_negate(a, result);
        return constant == 0;
    case SYMBOLIC_SUBTRACT:
    case SYMBOLIC_SHIFT_LEFT:
    case SYMBOLIC_SHIFT_RIGHT_SIGNED:
    case SYMBOLIC_SHIFT_RIGHT_UNSIGNED:
        return constant == 0;
    case SYMBOLIC_OR:
        if (constant == all)
            *result = 0;
        return constant == all || constant == 0;
    case SYMBOLIC_AND:
        if (constant == 0)
            *result = 0;
        return constant == all || constant == 0;
    case SYMBOLIC_MULTIPLY:
        if (constant == 0)
            *result = 0;
        return constant <= 1;
    case SYMBOLIC_DIVIDE_SIGNED:
    case SYMBOLIC_DIVIDE_UNSIGNED:
        return constant == 1;
    case SYMBOLIC_REMAINDER_SIGNED:
    case SYMBOLIC_REMAINDER_UNSIGNED:
        *result = 0;
        return constant == 1;
    default:
        return fold_truth(op, a, constant, result);
    }
}

/* Simplifies an operation on an expression and a constant. It assumes that 0 * x is 0: complex
 * arithmetic with real numbers is full of this. */
static bool fold_float(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                       uint64_t constant, uint32_t *result)
{
    const uint64_t one =
        type == SYMBOLIC_DOUBLE ? UINT64_C(0x3ff0000000000000) : UINT64_C(0x3f800000);
    bool is_zero = (constant & type_mask(type) / 2) == 0, is_one = constant == one;
    *result = a ? a : b;
    if (op == SYMBOLIC_FLOAT_MULTIPLY && is_zero)
        *result = 0;
    switch (op) {
    case SYMBOLIC_FLOAT_MULTIPLY:
        return is_zero || is_one;
    case SYMBOLIC_FLOAT_ADD:
        return is_zero;
    case SYMBOLIC_FLOAT_SUBTRACT:
        return is_zero && a;
    case SYMBOLIC_FLOAT_DIVIDE:
        return is_one && a;
    default:
        return false;
    }
}

bool fold_binary(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                 uint64_t value_a, uint64_t value_b, uint32_t *result)
{
    if (type_is_float(type))
        return !(a && b) && fold_float(op, type, a, b, (a ? value_b : value_a), result);
    if (a && b)
        return a == b && fold_same(op, a, result);
    if (a)
        return fold_constant(op, type, a, value_b & type_mask(type), result);
    *result = 0; /* 0 divided by something, or shifted */
    return (value_a & type_mask(type)) == 0 && op >= SYMBOLIC_DIVIDE_SIGNED &&
           op <= SYMBOLIC_SHIFT_RIGHT_UNSIGNED && fold_exchanged(op) == SYMBOLIC_OP_COUNT;
}

bool fold_conversion(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint64_t value,
                     uint32_t *result)
{
    const struct symbolic_node *node = node_get(a);
    if ((op != SYMBOLIC_TO_SIGNED && op != SYMBOLIC_TO_UNSIGNED) ||
        (node->op != SYMBOLIC_FROM_SIGNED && node->op != SYMBOLIC_FROM_UNSIGNED))
        return false;
    enum symbolic_type of = node_get(node->a)->type;
    bool exact = of <= (node->type == SYMBOLIC_DOUBLE ? SYMBOLIC_I32 : SYMBOLIC_I16);
    bool is_signed = node->op == SYMBOLIC_FROM_SIGNED;
    /* C leaves undefined a negative number as an unsigned one, and a number that does not fit. */
    bool fits = is_signed ? op == SYMBOLIC_TO_SIGNED && type >= of
                          : type >= of + (op == SYMBOLIC_TO_SIGNED);
    if (!exact || !fits)
        return false;
    *result = type == of ? node->a : node_resize(type, node->a, is_signed, value);
    return true;
}
