/* evaluate.h: computes an operation as the processor does: integers wrap around, floats round.
 *
 * With these functions, each answer of a solver is checked before it is used.
 */
#ifndef TUTTI_CONCOLIC_PATH_EVALUATE_H
#define TUTTI_CONCOLIC_PATH_EVALUATE_H

#include "concolic/path/operation.h"

/* Computes the node's operation on the bits of its operands. The node is no variable, and its
 * operands fit (operation_fits()). Returns false where the processor would trap: a division by
 * zero, or of the smallest number by -1. */
bool evaluate_operation(const struct symbolic_node *nodes, const struct symbolic_node *node,
                        const uint64_t operands[3], uint64_t *result);

/* Computes a sum, difference, product, shift to the left or absolute value of signed numbers
 * without a limit to its width. Returns false for other operations. */
bool evaluate_exact(const struct symbolic_node *nodes, const struct symbolic_node *node,
                    const uint64_t operands[3], __int128 *result);

double evaluate_real(unsigned type, uint64_t bits);
uint64_t evaluate_bits(unsigned type, double value); /* rounded if it is a float */

#endif
