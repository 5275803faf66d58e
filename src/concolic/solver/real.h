/* real.h: translates floating-point numbers to reals of Z3. */
#ifndef TUTTI_CONCOLIC_SOLVER_REAL_H
#define TUTTI_CONCOLIC_SOLVER_REAL_H

#include "concolic/solver/build.h"

void real_term(struct build *build);
Z3_ast real_constant(const struct build *build, double value);
Z3_ast real_is_value(const struct build *build, uint32_t node); /* NULL: not a number */

#endif
