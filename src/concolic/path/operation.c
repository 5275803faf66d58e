#include "concolic/path/operation.h"

enum operation_shape operation_shape(unsigned op)
{
    switch ((enum symbolic_op)op) {
    case SYMBOLIC_CONSTANT:
    case SYMBOLIC_VARIABLE:
        return SHAPE_LEAF;
    case SYMBOLIC_ADD ... SYMBOLIC_MAXIMUM_UNSIGNED:
        return SHAPE_INTEGERS;
    case SYMBOLIC_CONCATENATE:
        return SHAPE_CONCATENATE;
    case SYMBOLIC_EQUAL ... SYMBOLIC_GREATER_EQUAL_UNSIGNED:
        return SHAPE_COMPARE;
    case SYMBOLIC_ABSOLUTE:
        return SHAPE_INTEGER;
    case SYMBOLIC_EXTEND_SIGN:
    case SYMBOLIC_EXTEND_ZERO:
        return SHAPE_EXTEND;
    case SYMBOLIC_TRUNCATE:
        return SHAPE_TRUNCATE;
    case SYMBOLIC_EXTRACT:
        return SHAPE_EXTRACT;
    case SYMBOLIC_FLOAT_ADD ... SYMBOLIC_FLOAT_MAXIMUM:
        return SHAPE_FLOATS;
    case SYMBOLIC_FLOAT_EQUAL ... SYMBOLIC_FLOAT_GREATER_EQUAL:
        return SHAPE_COMPARE_FLOATS;
    case SYMBOLIC_FLOAT_NEGATE ... SYMBOLIC_FLOAT_SQUARE_ROOT:
        return SHAPE_FLOAT;
    case SYMBOLIC_FLOAT_CONVERT:
        return SHAPE_CONVERT_FLOAT;
    case SYMBOLIC_FROM_SIGNED:
    case SYMBOLIC_FROM_UNSIGNED:
        return SHAPE_FROM_INTEGER;
    case SYMBOLIC_TO_SIGNED:
    case SYMBOLIC_TO_UNSIGNED:
        return SHAPE_TO_INTEGER;
    case SYMBOLIC_BITS:
        return SHAPE_BITS;
    case SYMBOLIC_CHOOSE:
        return SHAPE_CHOOSE;
    case SYMBOLIC_ORIGIN:
    case SYMBOLIC_OP_COUNT:
        break;
    }
    return SHAPE_NONE;
}

unsigned operation_operands(unsigned op)
{
    switch (operation_shape(op)) {
    case SHAPE_NONE:
    case SHAPE_LEAF:
        return 0;
    case SHAPE_INTEGERS:
    case SHAPE_CONCATENATE:
    case SHAPE_COMPARE:
    case SHAPE_FLOATS:
    case SHAPE_COMPARE_FLOATS:
        return 2;
    case SHAPE_CHOOSE:
        return 3;
    default:
        return 1;
    }
}

bool operation_fits(const struct symbolic_node *nodes, const struct symbolic_node *node)
{
    unsigned count = operation_operands(node->op), type = node->type;
    unsigned a = count > 0 ? nodes[node->a].type : 0, b = count > 1 ? nodes[node->b].type : 0;
    bool whole = !operation_is_float(type), whole_a = !operation_is_float(a);
    switch (operation_shape(node->op)) {
    case SHAPE_NONE:
        return false;
    case SHAPE_LEAF:
        return true;
    case SHAPE_INTEGERS:
        return whole && a == type && b == type;
    case SHAPE_CONCATENATE:
        return whole && whole_a && !operation_is_float(b) &&
               operation_width(a) + operation_width(b) == operation_width(type);
    case SHAPE_COMPARE:
        return type == SYMBOLIC_I1 && whole_a && a == b;
    case SHAPE_INTEGER:
        return whole && a == type;
    case SHAPE_EXTEND:
        return whole && whole_a && operation_width(a) < operation_width(type);
    case SHAPE_TRUNCATE:
        return whole && whole_a && operation_width(a) > operation_width(type);
    case SHAPE_EXTRACT:
        return whole && whole_a && node->b < operation_width(a) &&
               operation_width(type) <= operation_width(a) - node->b;
    case SHAPE_FLOATS:
        return !whole && a == type && b == type;
    case SHAPE_COMPARE_FLOATS:
        return type == SYMBOLIC_I1 && !whole_a && a == b;
    case SHAPE_FLOAT:
        return !whole && a == type;
    case SHAPE_CONVERT_FLOAT:
        return !whole && !whole_a;
    case SHAPE_FROM_INTEGER:
        return !whole && whole_a;
    case SHAPE_TO_INTEGER:
        return whole && !whole_a;
    case SHAPE_BITS:
        return operation_width(a) == operation_width(type);
    case SHAPE_CHOOSE:
        return a == SYMBOLIC_I1 && b == type && nodes[node->c].type == type;
    }
    return false;
}
