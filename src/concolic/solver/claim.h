/* claim.h: what shall hold of a node, for constraints that stay and for those that do not.
 */
#ifndef TUTTI_CONCOLIC_SOLVER_CLAIM_H
#define TUTTI_CONCOLIC_SOLVER_CLAIM_H

#include "concolic/solver/solver.h"

enum claim_kind {
    CLAIM_NOTHING,   /* holds whatever the node is */
    CLAIM_EQUAL,     /* the node has `value` */
    CLAIM_DIFFERENT, /* it has not */
    CLAIM_BELOW,     /* it is, as an unsigned number, below `value` */
    CLAIM_NOT_BELOW,
    CLAIM_AMONG,     /* it is one of `values` */
    CLAIM_NOT_AMONG, /* it is none of them */
    CLAIM_OVERFLOW,  /* its result does not fit as a signed number */
};

struct claim {
    enum claim_kind kind;
    uint32_t node;
    uint64_t value;
    const int64_t *values;
    size_t value_count;
};

/* What a constraint that is no EVENT_TEXT says if it stays as it is. */
struct claim claim_of(const struct constraint *constraint, const struct symbolic_node *nodes);

/* What shall hold instead. CLAIM_NOTHING: the goal has no meaning for the constraint. */
struct claim claim_of_goal(const struct solver_question *question);

/* Operations that CLAIM_OVERFLOW is for; of others it never holds. */
bool claim_can_overflow(unsigned op);

/* Whether it holds, with the values of nodes. */
bool claim_holds(const struct claim *claim, const struct symbolic_node *nodes,
                 const uint64_t *values);

/* A set of values of a variable: those from `first` up to `last`, around the end if need be. */
struct ring {
    uint64_t first, last;
    bool empty;
};

/* The values of one variable that the claim leaves, if it depends on only one and they are one such
 * set: a comparison with a constant, however the compiler has put it. */
bool claim_ring(const struct claim *claim, const struct symbolic_node *nodes, uint32_t *variable,
                struct ring *ring);

#endif
