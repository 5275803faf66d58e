#include "concolic/path/evaluate.h"

#include <math.h>
#include <string.h>

double evaluate_real(unsigned type, uint64_t bits)
{
    if (type == SYMBOLIC_FLOAT) {
        uint32_t half = (uint32_t)bits;
        float single;
        memcpy(&single, &half, sizeof single);
        return single;
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t evaluate_bits(unsigned type, double value)
{
    uint64_t bits = 0;
    if (type == SYMBOLIC_FLOAT) {
        float single = (float)value;
        uint32_t half;
        memcpy(&half, &single, sizeof half);
        return half;
    }
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool evaluate_divide(const struct symbolic_node *node, uint64_t a, uint64_t b,
                            uint64_t *result)
{
    if (b == 0)
        return false;
    int64_t x = operation_signed(node->type, a), y = operation_signed(node->type, b);
    bool is_signed = node->op == SYMBOLIC_DIVIDE_SIGNED || node->op == SYMBOLIC_REMAINDER_SIGNED;
    if (is_signed && y == -1 && a == (operation_mask(node->type) >> 1) + 1)
        return false;
    switch (node->op) {
    case SYMBOLIC_DIVIDE_SIGNED:
        *result = (uint64_t)(x / y);
        break;
    case SYMBOLIC_DIVIDE_UNSIGNED:
        *result = a / b;
        break;
    case SYMBOLIC_REMAINDER_SIGNED:
        *result = (uint64_t)(x % y);
        break;
    default:
        *result = a % b;
    }
    return true;
}

/* Computes an operation of two integers. Shift counts that are too large, which C leaves undefined,
 * are masked as the processor does. */
static uint64_t evaluate_combine(const struct symbolic_node *node, uint64_t a, uint64_t b)
{
    unsigned type = node->type, count = (unsigned)b & (operation_width(type) - 1);
    int64_t x = operation_signed(type, a), y = operation_signed(type, b);
    switch (node->op) {
    case SYMBOLIC_ADD:
        return a + b;
    case SYMBOLIC_SUBTRACT:
        return a - b;
    case SYMBOLIC_MULTIPLY:
        return a * b;
    case SYMBOLIC_AND:
        return a & b;
    case SYMBOLIC_OR:
        return a | b;
    case SYMBOLIC_XOR:
        return a ^ b;
    case SYMBOLIC_SHIFT_LEFT:
        return a << count;
    case SYMBOLIC_SHIFT_RIGHT_SIGNED:
        return (uint64_t)(x >> count);
    case SYMBOLIC_SHIFT_RIGHT_UNSIGNED:
        return a >> count;
    case SYMBOLIC_MINIMUM_SIGNED:
        return x < y ? a : b;
    case SYMBOLIC_MAXIMUM_SIGNED:
        return x > y ? a : b;
    case SYMBOLIC_MINIMUM_UNSIGNED:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

static bool evaluate_compare(unsigned op, unsigned type, uint64_t a, uint64_t b)
{
    int64_t x = operation_signed(type, a), y = operation_signed(type, b);
    switch (op) {
    case SYMBOLIC_EQUAL:
        return a == b;
    case SYMBOLIC_NOT_EQUAL:
        return a != b;
    case SYMBOLIC_LESS_SIGNED:
        return x < y;
    case SYMBOLIC_LESS_EQUAL_SIGNED:
        return x <= y;
    case SYMBOLIC_GREATER_SIGNED:
        return x > y;
    case SYMBOLIC_GREATER_EQUAL_SIGNED:
        return x >= y;
    case SYMBOLIC_LESS_UNSIGNED:
        return a < b;
    case SYMBOLIC_LESS_EQUAL_UNSIGNED:
        return a <= b;
    case SYMBOLIC_GREATER_UNSIGNED:
        return a > b;
    default:
        return a >= b;
    }
}

/* Computes an operation of two floating-point numbers. A sum, product or quotient of floats that is
 * computed as doubles and rounded equals the one computed as floats: 53 bits are more than twice 24
 * plus two. */
static double evaluate_combine_floats(unsigned op, double a, double b)
{
    switch (op) {
    case SYMBOLIC_FLOAT_ADD:
        return a + b;
    case SYMBOLIC_FLOAT_SUBTRACT:
        return a - b;
    case SYMBOLIC_FLOAT_MULTIPLY:
        return a * b;
    case SYMBOLIC_FLOAT_DIVIDE:
        return a / b;
    case SYMBOLIC_FLOAT_MINIMUM:
        return fmin(a, b);
    default:
        return fmax(a, b);
    }
}

static bool evaluate_compare_floats(unsigned op, double a, double b)
{
    switch (op) {
    case SYMBOLIC_FLOAT_EQUAL:
        return a == b;
    case SYMBOLIC_FLOAT_NOT_EQUAL:
        return a != b;
    case SYMBOLIC_FLOAT_LESS:
        return a < b;
    case SYMBOLIC_FLOAT_LESS_EQUAL:
        return a <= b;
    case SYMBOLIC_FLOAT_GREATER:
        return a > b;
    default:
        return a >= b;
    }
}

static double evaluate_change_float(unsigned op, double a)
{
    switch (op) {
    case SYMBOLIC_FLOAT_NEGATE:
        return -a;
    case SYMBOLIC_FLOAT_ABSOLUTE:
        return fabs(a);
    case SYMBOLIC_FLOAT_FLOOR:
        return floor(a);
    case SYMBOLIC_FLOAT_CEILING:
        return ceil(a);
    case SYMBOLIC_FLOAT_TRUNCATE:
        return trunc(a);
    default:
        return sqrt(a);
    }
}

/* Converts directly from the integer: through a double it might be rounded twice. */
static uint64_t evaluate_from_integer(const struct symbolic_node *node, unsigned from,
                                      uint64_t bits)
{
    int64_t value = operation_signed(from, bits);
    bool is_signed = node->op == SYMBOLIC_FROM_SIGNED;
    if (node->type == SYMBOLIC_FLOAT)
        return evaluate_bits(SYMBOLIC_FLOAT, (double)(is_signed ? (float)value : (float)bits));
    return evaluate_bits(SYMBOLIC_DOUBLE, is_signed ? (double)value : (double)bits);
}

/* Converts as cvttsd2si does, from which compilers derive the other widths: a value that does not
 * fit gives the smallest number. */
static uint64_t evaluate_to_integer(const struct symbolic_node *node, double value)
{
    const double limit = 0x1p63;
    unsigned width = operation_width(node->type);
    if (node->op == SYMBOLIC_TO_UNSIGNED && width == 64 && value >= limit)
        return value < 2 * limit ? (uint64_t)(value - limit) ^ (UINT64_C(1) << 63) : 0;
    bool narrow = node->op == SYMBOLIC_TO_SIGNED ? width <= 32 : width < 32;
    if (narrow)
        return value > -0x1p31 - 1 && value < 0x1p31 ? (uint64_t)(int64_t)value
                                                     : UINT64_C(0x80000000);
    return value >= -limit && value < limit ? (uint64_t)(int64_t)value : UINT64_C(1) << 63;
}

static bool any_bits(const struct symbolic_node *nodes, const struct symbolic_node *node,
                     const uint64_t o[3], uint64_t *result)
{
    unsigned type = node->type, from = operation_operands(node->op) ? nodes[node->a].type : 0;
    switch (operation_shape(node->op)) {
    case SHAPE_LEAF:
        *result = node->value;
        return node->op == SYMBOLIC_CONSTANT;
    case SHAPE_INTEGERS:
        if (node->op >= SYMBOLIC_DIVIDE_SIGNED && node->op <= SYMBOLIC_REMAINDER_UNSIGNED)
            return evaluate_divide(node, o[0], o[1], result);
        *result = evaluate_combine(node, o[0], o[1]);
        return true;
    case SHAPE_CONCATENATE:
        *result = o[0] << operation_width(nodes[node->b].type) | o[1];
        return true;
    case SHAPE_COMPARE:
        *result = evaluate_compare(node->op, from, o[0], o[1]);
        return true;
    case SHAPE_INTEGER:
        *result = operation_signed(type, o[0]) < 0 ? -o[0] : o[0];
        return true;
    case SHAPE_EXTEND:
        *result = node->op == SYMBOLIC_EXTEND_SIGN ? (uint64_t)operation_signed(from, o[0]) : o[0];
        return true;
    case SHAPE_TRUNCATE:
    case SHAPE_BITS:
        *result = o[0];
        return true;
    case SHAPE_EXTRACT:
        *result = o[0] >> node->b;
        return true;
    case SHAPE_FLOATS:
        *result = evaluate_bits(type, evaluate_combine_floats(node->op, evaluate_real(type, o[0]),
                                                              evaluate_real(type, o[1])));
        return true;
    case SHAPE_COMPARE_FLOATS:
        *result =
            evaluate_compare_floats(node->op, evaluate_real(from, o[0]), evaluate_real(from, o[1]));
        return true;
    case SHAPE_FLOAT:
        *result = evaluate_bits(type, evaluate_change_float(node->op, evaluate_real(type, o[0])));
        return true;
    case SHAPE_CONVERT_FLOAT:
        *result = evaluate_bits(type, evaluate_real(from, o[0]));
        return true;
    case SHAPE_FROM_INTEGER:
        *result = evaluate_from_integer(node, from, o[0]);
        return true;
    case SHAPE_TO_INTEGER:
        *result = evaluate_to_integer(node, evaluate_real(from, o[0]));
        return true;
    case SHAPE_CHOOSE:
        *result = o[0] ? o[1] : o[2];
        return true;
    case SHAPE_NONE:
        break;
    }
    return false;
}

bool evaluate_operation(const struct symbolic_node *nodes, const struct symbolic_node *node,
                        const uint64_t operands[3], uint64_t *result)
{
    if (!any_bits(nodes, node, operands, result))
        return false;
    *result &= operation_mask(node->type);
    return true;
}

bool evaluate_exact(const struct symbolic_node *nodes, const struct symbolic_node *node,
                    const uint64_t operands[3], __int128 *result)
{
    if (operation_operands(node->op) == 0)
        return false;
    unsigned type = nodes[node->a].type;
    __int128 a = operation_signed(type, operands[0]), b = operation_signed(type, operands[1]);
    switch (node->op) {
    case SYMBOLIC_ADD:
        *result = a + b;
        return true;
    case SYMBOLIC_SUBTRACT:
        *result = a - b;
        return true;
    case SYMBOLIC_MULTIPLY:
        *result = a * b;
        return true;
    case SYMBOLIC_SHIFT_LEFT:
        *result = a * ((__int128)1 << (operands[1] & (operation_width(type) - 1)));
        return true;
    case SYMBOLIC_ABSOLUTE:
        *result = a < 0 ? -a : a;
        return true;
    default:
        return false;
    }
}
