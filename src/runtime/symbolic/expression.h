/* expression.h: symbolic expressions, as ranks write them down and the command reads them.
 *
 * A node is what an instruction computed from symbolic operands. It knows its own value in this
 * execution, so whoever cannot work with an expression can go on with that. A node refers only to
 * nodes with smaller numbers. Number 0 is "not symbolic".
 */
#ifndef TUTTI_RUNTIME_SYMBOLIC_EXPRESSION_H
#define TUTTI_RUNTIME_SYMBOLIC_EXPRESSION_H

#include <stdint.h>

/* An expression has at most so many operations, each counted as often as it is used; those that
 * solvers find hard count SYMBOLIC_HARD times (a product of two variables, a division, bits,
 * floating point). What would have more is not symbolic any more: nobody can solve it, a numerical
 * program would fill all room with it, and whoever reads expressions may recurse. */
enum { SYMBOLIC_OPERATIONS = 1000, SYMBOLIC_HARD = 4 };

/* Pointers are SYMBOLIC_I64. What has another type (i128, x86_fp80, vectors) is never symbolic. */
enum symbolic_type {
    SYMBOLIC_I1,
    SYMBOLIC_I8,
    SYMBOLIC_I16,
    SYMBOLIC_I32,
    SYMBOLIC_I64,
    SYMBOLIC_FLOAT,
    SYMBOLIC_DOUBLE,
};

/* As LLVM's, and C's: integers are bits, signedness is in the operation. `type` of a node is that
 * of the result; of a comparison SYMBOLIC_I1, that of its operands is the type of node `a` or `b`.
 */
enum symbolic_op {
    SYMBOLIC_CONSTANT, /* value */
    SYMBOLIC_VARIABLE, /* a: number of the variable (segment.h) */
    SYMBOLIC_ORIGIN,   /* a byte of an input, which only says where it came from: see
                          SYMBOLIC_ORIGIN_BIT. Never a node */
    /* a, b: integers */
    SYMBOLIC_ADD,
    SYMBOLIC_SUBTRACT,
    SYMBOLIC_MULTIPLY,
    SYMBOLIC_DIVIDE_SIGNED,
    SYMBOLIC_DIVIDE_UNSIGNED,
    SYMBOLIC_REMAINDER_SIGNED,
    SYMBOLIC_REMAINDER_UNSIGNED,
    SYMBOLIC_AND,
    SYMBOLIC_OR,
    SYMBOLIC_XOR,
    SYMBOLIC_SHIFT_LEFT,
    SYMBOLIC_SHIFT_RIGHT_SIGNED,
    SYMBOLIC_SHIFT_RIGHT_UNSIGNED,
    SYMBOLIC_MINIMUM_SIGNED,
    SYMBOLIC_MAXIMUM_SIGNED,
    SYMBOLIC_MINIMUM_UNSIGNED,
    SYMBOLIC_MAXIMUM_UNSIGNED,
    SYMBOLIC_CONCATENATE, /* a: high bits, b: low bits */
    /* a, b: integers; the result is SYMBOLIC_I1 */
    SYMBOLIC_EQUAL,
    SYMBOLIC_NOT_EQUAL,
    SYMBOLIC_LESS_SIGNED,
    SYMBOLIC_LESS_EQUAL_SIGNED,
    SYMBOLIC_GREATER_SIGNED,
    SYMBOLIC_GREATER_EQUAL_SIGNED,
    SYMBOLIC_LESS_UNSIGNED,
    SYMBOLIC_LESS_EQUAL_UNSIGNED,
    SYMBOLIC_GREATER_UNSIGNED,
    SYMBOLIC_GREATER_EQUAL_UNSIGNED,
    /* a: an integer */
    SYMBOLIC_ABSOLUTE,
    SYMBOLIC_EXTEND_SIGN,
    SYMBOLIC_EXTEND_ZERO,
    SYMBOLIC_TRUNCATE,
    SYMBOLIC_EXTRACT, /* `type` bits of a, from bit b on (b is a number, no node) */
    /* a, b: floating point */
    SYMBOLIC_FLOAT_ADD,
    SYMBOLIC_FLOAT_SUBTRACT,
    SYMBOLIC_FLOAT_MULTIPLY,
    SYMBOLIC_FLOAT_DIVIDE,
    SYMBOLIC_FLOAT_MINIMUM,
    SYMBOLIC_FLOAT_MAXIMUM,
    /* a, b: floating point; the result is SYMBOLIC_I1, false if one is not a number, except of
     * FLOAT_NOT_EQUAL. The unordered ones of LLVM are the negations of these */
    SYMBOLIC_FLOAT_EQUAL,
    SYMBOLIC_FLOAT_NOT_EQUAL,
    SYMBOLIC_FLOAT_LESS,
    SYMBOLIC_FLOAT_LESS_EQUAL,
    SYMBOLIC_FLOAT_GREATER,
    SYMBOLIC_FLOAT_GREATER_EQUAL,
    /* a */
    SYMBOLIC_FLOAT_NEGATE,
    SYMBOLIC_FLOAT_ABSOLUTE,
    SYMBOLIC_FLOAT_FLOOR,
    SYMBOLIC_FLOAT_CEILING,
    SYMBOLIC_FLOAT_TRUNCATE, /* to an integral value */
    SYMBOLIC_FLOAT_SQUARE_ROOT,
    SYMBOLIC_FLOAT_CONVERT, /* float to double and back */
    SYMBOLIC_FROM_SIGNED,   /* integer to floating point */
    SYMBOLIC_FROM_UNSIGNED,
    SYMBOLIC_TO_SIGNED, /* floating point to integer, towards zero */
    SYMBOLIC_TO_UNSIGNED,
    SYMBOLIC_BITS, /* the same bits as a value of `type` */
    /* a: SYMBOLIC_I1 */
    SYMBOLIC_CHOOSE, /* a ? b : c */
    SYMBOLIC_OP_COUNT,
};

struct symbolic_node {
    uint8_t op;   /* enum symbolic_op */
    uint8_t type; /* enum symbolic_type */
    uint16_t reserved;
    uint32_t a, b, c;
    uint64_t value; /* in this execution: bits, the upper ones zero */
};

#endif
