/* build.h: builds small pieces of formulas for the files that write formulas for Z3. */
#ifndef TUTTI_CONCOLIC_SOLVER_BUILD_H
#define TUTTI_CONCOLIC_SOLVER_BUILD_H

#include "concolic/solver/engine.h"

/* A node that is being translated to a term. */
struct build {
    const struct problem *problem;
    Z3_context z3;
    enum mode mode;
    const struct symbolic_node *nodes;
    const struct symbolic_node *node;
    struct term term;
};

struct build build_of(const struct problem *problem, enum mode mode, uint32_t node);

static inline const struct term *build_operand(const struct build *build, uint32_t node)
{
    return engine_term(build->problem, build->mode, node);
}

/* Adds a condition that must hold, or one that held in the execution and may be dropped. */
void build_side(struct build *build, Z3_ast condition);
void build_usual(struct build *build, Z3_ast condition);

Z3_ast build_constant(Z3_context z3, Z3_sort sort, __int128 value);
Z3_ast build_and(Z3_context z3, Z3_ast a, Z3_ast b);
Z3_ast build_or(Z3_context z3, Z3_ast a, Z3_ast b);
Z3_ast build_add(Z3_context z3, Z3_ast a, Z3_ast b);
Z3_ast build_subtract(Z3_context z3, Z3_ast a, Z3_ast b);
Z3_ast build_multiply(Z3_context z3, Z3_ast a, Z3_ast b);

#endif
