/* ranks.h: says how many ranks a program needs before they take different ways at a branch.
 *
 * The caller has executed the program with a few ranks: four ranks do not show what only rank 10
 * does. If unsure, the answer is 0: not known. */
#ifndef TUTTI_STATIC_UNIFORMITY_RANKS_H
#define TUTTI_STATIC_UNIFORMITY_RANKS_H

#include "ir/program.h"

/* Returns the smallest number of ranks with which two of them take different ways at the branch. 0:
 * the branch depends on more than the rank and the number of ranks, or no such number is known. */
int ranks_needed(const struct ir_value *branch);

#endif
