/* evaluate.h: computes an operation as the processor does: integers wrap around, floats round.
 *
 * What a solver says is checked by this before anyone believes it.
 */
#ifndef TUTTI_CONCOLIC_PATH_EVALUATE_H
#define TUTTI_CONCOLIC_PATH_EVALUATE_H

#include "concolic/path/operation.h"

/* The node's operation on the operands' bits; of a variable the caller knows the value. Operands
 * must fit (operation_fits()). False: the processor stops there (division by zero, or of the
 * smallest number by -1). */
bool evaluate_operation(const struct symbolic_node *nodes, const struct symbolic_node *node,
                        const uint64_t operands[3], uint64_t *result);

/* The result of a sum, difference, product, shift to the left or absolute value of signed numbers
 * without a limit to its width. False: it is another operation. */
bool evaluate_exact(const struct symbolic_node *nodes, const struct symbolic_node *node,
                    const uint64_t operands[3], __int128 *result);

double evaluate_real(unsigned type, uint64_t bits);
uint64_t evaluate_bits(unsigned type, double value); /* rounded if it is a float */

#endif
