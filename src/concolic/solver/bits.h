/* bits.h: translates nodes to bit vectors and IEEE numbers of Z3. */
#ifndef TUTTI_CONCOLIC_SOLVER_BITS_H
#define TUTTI_CONCOLIC_SOLVER_BITS_H

#include "concolic/solver/build.h"

/* Makes the term of a node whose operands have theirs. */
struct term bits_term(const struct problem *problem, uint32_t number);
/* Makes the condition that the claim holds; NULL: bits do not express it. */
Z3_ast bits_claim(const struct problem *problem, const struct claim *claim);
Z3_ast bits_variable(Z3_context z3, const struct unknown *unknown);

#endif
