/* floats.h: values between reals and what a program can have. */
#ifndef TUTTI_CONCOLIC_SOLVER_FLOATS_H
#define TUTTI_CONCOLIC_SOLVER_FLOATS_H

#include "concolic/solver/problem.h"

/* Where reals were not right: values next to them; false: none holds. */
bool floats_mend(const struct problem *problem, uint64_t *values);
/* As few digits as will do. */
void floats_shorten(const struct problem *problem, uint64_t *values);
/* Values that no real stands for. False: none holds. */
bool floats_special(const struct problem *problem, uint64_t *values);

#endif
