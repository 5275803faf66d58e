/* index.h: what the solver works out once for each trace, to be quick with each question.
 *
 * Hashes of nodes and constraints are those of their structure and of the variables' names, so they
 * are the same in traces of different executions. A constraint that says what an earlier one says,
 * or that does not hold in its own execution (a damaged trace), is idle: nothing asks about it.
 */
#ifndef TUTTI_CONCOLIC_SOLVER_INDEX_H
#define TUTTI_CONCOLIC_SOLVER_INDEX_H

#include "concolic/solver/claim.h"

enum {
    INDEX_MODES = 3,
    INDEX_SET_LIMIT = 1024, /* variables of a node; beyond it the constraint is too hard */
    INDEX_TOO_MANY = 1,     /* number of the set that is too large; set 0 is empty */
};

struct index_set {
    uint32_t first, count; /* in `members`, ascending */
};

struct index_constraint {
    struct claim claim; /* if it stays as it is */
    uint64_t hash;
    uint32_t set;
    bool idle, loose;
    bool simple; /* the claim is that `variable` is in `ring` */
    uint32_t variable;
    struct ring ring;
};

struct solver_index {
    const void *owner; /* whose it is */
    uint64_t serial;
    uint64_t *hashes;    /* by node */
    uint32_t *node_sets; /* by node: its variables */
    struct index_set *sets;
    size_t set_count;
    uint32_t *members;
    size_t member_count;
    struct index_constraint *constraints;
    uint64_t *variable_hashes;
    /* Constraints of each variable: [first[v], first[v + 1]) of `lists`, ascending. */
    uint32_t *first, *lists;
    /* For whoever walks over nodes or constraints. */
    uint32_t *node_stamps, *constraint_stamps, *variable_stamps, stamp;
    uint64_t *values;   /* of nodes that were evaluated */
    uint32_t *unknowns; /* of variables with the current stamp: their numbers */
    uint32_t too_hard;  /* the first constraint with too many variables */
    uint32_t *slots[INDEX_MODES];
};

struct solver_index *index_make(struct trace *trace, const void *owner, uint64_t serial);

uint64_t index_hash(uint64_t a, uint64_t b);
uint64_t index_hash_claim(const struct solver_index *index, const struct claim *claim);

#endif
