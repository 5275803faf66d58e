/* floats.h: turns real numbers of an answer into floating-point values that a program can have. */
#ifndef TUTTI_CONCOLIC_SOLVER_FLOATS_H
#define TUTTI_CONCOLIC_SOLVER_FLOATS_H

#include "concolic/solver/problem.h"

/* Tries neighbouring values where real numbers did not satisfy the problem. Returns false if none
 * holds. */
bool floats_mend(const struct problem *problem, uint64_t *values);
/* Replaces values by values with as few digits as possible. */
void floats_shorten(const struct problem *problem, uint64_t *values);
/* Tries values that are no real numbers, such as NaN. Returns false if none holds. */
bool floats_special(const struct problem *problem, uint64_t *values);

#endif
