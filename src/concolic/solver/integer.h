/* integer.h: translates nodes to integers of Z3. */
#ifndef TUTTI_CONCOLIC_SOLVER_INTEGER_H
#define TUTTI_CONCOLIC_SOLVER_INTEGER_H

#include "concolic/solver/build.h"

/* Makes the term of a node whose operands have theirs. */
struct term integer_term(const struct problem *problem, enum mode mode, uint32_t number);
/* Makes the condition that the claim holds; NULL: integers do not express it. */
Z3_ast integer_claim(const struct problem *problem, enum mode mode, const struct claim *claim);
Z3_ast integer_variable(Z3_context z3, const struct unknown *unknown);

/* An integer: its form in Z3, its range, and its value in the execution. */
struct number {
    Z3_ast ast;
    __int128 lower, upper, now;
};

struct number number_signed(const struct build *build, uint32_t node);
struct number number_unsigned(const struct build *build, uint32_t node);
/* Makes the number the node's term, wrapped to the width of the node's type. */
void number_wrap(struct build *build, struct number number);
void number_is_unsigned(struct build *build, struct number number);
/* Gives up on a node that is too hard for integers and reals: it keeps its value. */
void number_give_up(struct build *build);

#endif
