/* bits.h: nodes as bits and IEEE numbers of Z3. */
#ifndef TUTTI_CONCOLIC_SOLVER_BITS_H
#define TUTTI_CONCOLIC_SOLVER_BITS_H

#include "concolic/solver/build.h"

/* The term of a node whose operands have theirs. */
struct term bits_term(const struct problem *problem, uint32_t number);
/* What is claimed of a node; NULL: this is not the way to ask for that. */
Z3_ast bits_claim(const struct problem *problem, const struct claim *claim);
Z3_ast bits_variable(Z3_context z3, const struct unknown *unknown);

#endif
