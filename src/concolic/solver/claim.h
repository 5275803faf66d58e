/* claim.h: the condition that must hold of a node, for a constraint that stays or for a goal. */
#ifndef TUTTI_CONCOLIC_SOLVER_CLAIM_H
#define TUTTI_CONCOLIC_SOLVER_CLAIM_H

#include "concolic/solver/solver.h"

enum claim_kind {
    CLAIM_NOTHING,   /* holds whatever the node is */
    CLAIM_EQUAL,     /* the node has `value` */
    CLAIM_DIFFERENT, /* the node has another value */
    CLAIM_BELOW,     /* the node is, as an unsigned number, below `value` */
    CLAIM_NOT_BELOW,
    CLAIM_AMONG,     /* the node is one of `values` */
    CLAIM_NOT_AMONG, /* the node is none of them */
    CLAIM_OVERFLOW,  /* the node's result does not fit as a signed number */
};

struct claim {
    enum claim_kind kind;
    uint32_t node;
    uint64_t value;
    const int64_t *values;
    size_t value_count;
};

/* Returns the claim of a constraint that stays as it is. The constraint is no EVENT_TEXT. */
struct claim claim_of(const struct constraint *constraint, const struct symbolic_node *nodes);

/* Returns the claim of the question's goal. CLAIM_NOTHING: the goal has no meaning for the
 * constraint. */
struct claim claim_of_goal(const struct solver_question *question);

/* Says whether CLAIM_OVERFLOW applies to the operation; for others it never holds. */
bool claim_can_overflow(unsigned op);

/* Says whether the claim holds with these values of nodes. */
bool claim_holds(const struct claim *claim, const struct symbolic_node *nodes,
                 const uint64_t *values);

/* A set of values of a variable: from `first` up to `last`, wrapping around if `last` is less. */
struct ring {
    uint64_t first, last;
    bool empty;
};

/* Computes the values that the claim leaves for one variable. Returns false unless the claim
 * depends on one variable only and leaves one such set: a comparison with a constant, in any form
 * that a compiler gives it. */
bool claim_ring(const struct claim *claim, const struct symbolic_node *nodes, uint32_t *variable,
                struct ring *ring);

#endif
