/* expression.h: symbolic expressions, as ranks write them and the command reads them.
 *
 * A node is the result of an instruction on symbolic operands. It has its value in this execution,
 * so that code which cannot use the expression can go on with the value. A node refers only to
 * nodes with smaller numbers. Number 0 means "not symbolic".
 */
#ifndef TUTTI_RUNTIME_SYMBOLIC_EXPRESSION_H
#define TUTTI_RUNTIME_SYMBOLIC_EXPRESSION_H

#include <stdint.h>

/* The limit on operations of an expression, each counted as often as it is used. Operations that
 * are hard for solvers count SYMBOLIC_HARD times (a product of two variables, a division, bits,
 * floating point). A larger expression is not symbolic: no solver can handle it, a numerical
 * program would fill all memory with such expressions, and code that reads expressions may
 * recurse. */
enum { SYMBOLIC_OPERATIONS = 1000, SYMBOLIC_HARD = 4 };

/* Pointers are SYMBOLIC_I64. Values of other types (i128, x86_fp80, vectors) are never symbolic. */
enum symbolic_type {
    SYMBOLIC_I1,
    SYMBOLIC_I8,
    SYMBOLIC_I16,
    SYMBOLIC_I32,
    SYMBOLIC_I64,
    SYMBOLIC_FLOAT,
    SYMBOLIC_DOUBLE,
};

/* Operations as in LLVM and C: integers are bits, and signedness is in the operation. `type` of a
 * node is that of the result. For a comparison this is SYMBOLIC_I1, and the type of node `a` or `b`
 * is that of the operands. */
enum symbolic_op {
    SYMBOLIC_CONSTANT, /* value */
    SYMBOLIC_VARIABLE, /* a: number of the variable (segment.h) */
    SYMBOLIC_ORIGIN, /* a byte of an input, which only has an origin: see SYMBOLIC_ORIGIN_BIT. Never
                        a node */
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
    SYMBOLIC_EXTRACT, /* `type` bits of a, from bit b on (b is a number, not a node) */
    /* a, b: floating point */
    SYMBOLIC_FLOAT_ADD,
    SYMBOLIC_FLOAT_SUBTRACT,
    SYMBOLIC_FLOAT_MULTIPLY,
    SYMBOLIC_FLOAT_DIVIDE,
    SYMBOLIC_FLOAT_MINIMUM,
    SYMBOLIC_FLOAT_MAXIMUM,
    /* a, b: floating point; the result is SYMBOLIC_I1, and false if one operand is NaN, except for
     * FLOAT_NOT_EQUAL. LLVM's unordered comparisons are the negations of these */
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
    uint64_t value; /* in this execution: bits, with zeros above */
};

#endif
