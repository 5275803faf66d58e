/* integer.h: nodes as integers of Z3. */
#ifndef TUTTI_CONCOLIC_SOLVER_INTEGER_H
#define TUTTI_CONCOLIC_SOLVER_INTEGER_H

#include "concolic/solver/build.h"

/* The term of a node whose operands have theirs. */
struct term integer_term(const struct problem *problem, enum mode mode, uint32_t number);
/* What is claimed of a node; NULL: this is not the way to ask for that. */
Z3_ast integer_claim(const struct problem *problem, enum mode mode, const struct claim *claim);
Z3_ast integer_variable(Z3_context z3, const struct unknown *unknown);

/* An integer: in Z3, what it may be, and what it was in the execution. */
struct number {
    Z3_ast ast;
    __int128 lower, upper, now;
};

struct number number_signed(const struct build *build, uint32_t node);
struct number number_unsigned(const struct build *build, uint32_t node);
/* Makes it the term, as so many bits as the node's type has. */
void number_wrap(struct build *build, struct number number);
void number_is_unsigned(struct build *build, struct number number);
/* What is too hard for integers and reals: the node keeps its value. */
void number_give_up(struct build *build);

#endif
