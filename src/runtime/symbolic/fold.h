/* fold.h: operations that need no new node, because the operands tell the result. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_FOLD_H
#define TUTTI_RUNTIME_SYMBOLIC_FOLD_H

#include "runtime/symbolic/expression.h"

#include <stdbool.h>

/* One of a, b may be 0: then its value counts. True: *result is what the operation gives, 0 if that
 * is the same for all values of the variables. Integers only: floating point has NaN and -0. */
bool fold_binary(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint32_t b,
                 uint64_t value_a, uint64_t value_b, uint32_t *result);

/* Integers that were kept in a floating-point number which has room for all of them (an array of
 * doubles that holds indices, too). True: *result is the node; `value` is what it gives. */
bool fold_conversion(enum symbolic_op op, enum symbolic_type type, uint32_t a, uint64_t value,
                     uint32_t *result);

/* The operation that gives the same with a and b exchanged; SYMBOLIC_OP_COUNT: there is none. */
enum symbolic_op fold_exchanged(enum symbolic_op op);

#endif
