/* plain.h: problems in which each constraint compares one variable with a constant. */
#ifndef TUTTI_CONCOLIC_SOLVER_PLAIN_H
#define TUTTI_CONCOLIC_SOLVER_PLAIN_H

#include "concolic/solver/problem.h"

/* FOUND and values, NONE, or UNKNOWN: it is not so plain. */
enum solver_answer plain_solve(const struct problem *problem, uint64_t *values);

#endif
