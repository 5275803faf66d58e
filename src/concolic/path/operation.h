/* operation.h: the kind of operands that each operation of an expression takes, and of its result.
 *
 * evaluate.c computes operations as the processor does; integer.c and bits.c (solver) describe them
 * to Z3.
 */
#ifndef TUTTI_CONCOLIC_PATH_OPERATION_H
#define TUTTI_CONCOLIC_PATH_OPERATION_H

#include "runtime/symbolic/expression.h"

#include <stdbool.h>

enum operation_shape {
    SHAPE_NONE,           /* not an operation */
    SHAPE_LEAF,           /* constant, variable */
    SHAPE_INTEGERS,       /* a, b and the result have one integer type */
    SHAPE_CONCATENATE,    /* integers, the widths of a and b are that of the result */
    SHAPE_COMPARE,        /* integers of one type, the result is SYMBOLIC_I1 */
    SHAPE_INTEGER,        /* a and the result have one integer type */
    SHAPE_EXTEND,         /* integers, the result is wider */
    SHAPE_TRUNCATE,       /* integers, the result is narrower */
    SHAPE_EXTRACT,        /* integers, bits from b on */
    SHAPE_FLOATS,         /* a, b and the result have one floating-point type */
    SHAPE_COMPARE_FLOATS, /* floating point of one type, the result is SYMBOLIC_I1 */
    SHAPE_FLOAT,          /* a and the result have one floating-point type */
    SHAPE_CONVERT_FLOAT,  /* a and the result are floating point */
    SHAPE_FROM_INTEGER,   /* to floating point */
    SHAPE_TO_INTEGER,     /* from floating point */
    SHAPE_BITS,           /* of one width */
    SHAPE_CHOOSE,         /* a is SYMBOLIC_I1; b, c and the result have one type */
};

enum operation_shape operation_shape(unsigned op);

/* Returns how many of a, b, c are nodes. */
unsigned operation_operands(unsigned op);

static inline bool operation_is_float(unsigned type)
{
    return type == SYMBOLIC_FLOAT || type == SYMBOLIC_DOUBLE;
}

static inline unsigned operation_width(unsigned type)
{
    static const unsigned char widths[] = {1, 8, 16, 32, 64, 32, 64};
    return widths[type];
}

static inline uint64_t operation_mask(unsigned type)
{
    return UINT64_MAX >> (64 - operation_width(type));
}

/* Returns the bits as a signed number. */
static inline int64_t operation_signed(unsigned type, uint64_t bits)
{
    unsigned unused = 64 - operation_width(type);
    return (int64_t)(bits << unused) >> unused;
}

/* Says whether the types of a node and of its operands belong together. */
bool operation_fits(const struct symbolic_node *nodes, const struct symbolic_node *node);

#endif
