/* plain.h: solves problems in which each constraint compares one variable with a constant. */
#ifndef TUTTI_CONCOLIC_SOLVER_PLAIN_H
#define TUTTI_CONCOLIC_SOLVER_PLAIN_H

#include "concolic/solver/problem.h"

/* Returns SOLVER_FOUND with values, SOLVER_NONE, or SOLVER_UNKNOWN if the problem is of another
 * kind. */
enum solver_answer plain_solve(const struct problem *problem, uint64_t *values);

#endif
