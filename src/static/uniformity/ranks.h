/* ranks.h: how many ranks a program needs before they go different ways at a branch.
 *
 * For who has executed the program with fewer: what only rank 10 does has not been seen with four
 * ranks. In doubt the answer is 0, not known. */
#ifndef TUTTI_STATIC_UNIFORMITY_RANKS_H
#define TUTTI_STATIC_UNIFORMITY_RANKS_H

#include "ir/program.h"

/* The smallest number of ranks with which two of them take different ways at the branch. 0: the
 * branch depends on more than the rank and the number of ranks, or no such number is known. */
int ranks_needed(const struct ir_value *branch);

#endif
