/* fold.h: simplifies operations that need no new node, because the operands determine the
 * result. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_FOLD_H
#define TUTTI_RUNTIME_SYMBOLIC_FOLD_H

#include "runtime/symbolic/expression.h"

#include <stdbool.h>

/* One of a, b may be 0: then its value counts. Returns true if *result is the result of the
 * operation; it is 0 if the result is the same for all values of the variables. Integers only:
 * floating point has NaN and -0. */
bool fold_binary(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                 uint64_t value_a, uint64_t value_b, uint32_t *result);

/* Simplifies the conversion of an integer from a floating-point number that can hold every such
 * integer (an array of doubles may hold indices). Returns true if *result is the node; `value` is
 * the result. */
bool fold_conversion(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint64_t value,
                     uint32_t *result);

/* Returns the operation with the same result for a and b exchanged; SYMBOLIC_OP_COUNT: there is
 * none. */
enum symbolic_op fold_exchanged(enum symbolic_op op);

#endif
