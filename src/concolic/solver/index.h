/* index.h: facts about a trace that the solver computes once, to answer each question fast.
 *
 * Hashes of nodes and constraints depend on their structure and on the variables' names, so they
 * agree between traces of different executions. A constraint is idle, and no question includes it,
 * if it repeats an earlier one or does not hold in its own execution (a damaged trace).
 */
#ifndef TUTTI_CONCOLIC_SOLVER_INDEX_H
#define TUTTI_CONCOLIC_SOLVER_INDEX_H

#include "concolic/solver/claim.h"

enum {
    INDEX_MODES = 3,
    INDEX_SET_LIMIT = 1024, /* limit on variables of a node; beyond it the constraint is too hard */
    INDEX_TOO_MANY = 1, /* number of the set that stands for too many variables; set 0 is empty */
};

struct index_set {
    uint32_t first, count; /* in `members`, ascending */
};

struct index_constraint {
    struct claim claim; /* the claim if the constraint stays as it is */
    uint64_t hash;
    uint32_t set;
    bool idle, loose;
    bool simple; /* the claim means that `variable` is in `ring` */
    uint32_t variable;
    struct ring ring;
};

struct solver_index {
    const void *owner; /* the engine that made it */
    uint64_t serial;
    uint64_t *hashes;    /* by node */
    uint32_t *node_sets; /* by node: set of its variables */
    struct index_set *sets;
    size_t set_count;
    uint32_t *members;
    size_t member_count;
    struct index_constraint *constraints;
    uint64_t *variable_hashes;
    /* Constraints of each variable: [first[v], first[v + 1]) of `lists`, ascending. */
    uint32_t *first, *lists;
    /* Marks for walks over nodes or constraints. */
    uint32_t *node_stamps, *constraint_stamps, *variable_stamps, stamp;
    uint64_t *values;   /* values of evaluated nodes */
    uint32_t *unknowns; /* numbers of unknowns, of variables with the current stamp */
    uint32_t too_hard;  /* the first constraint with too many variables */
    uint32_t *slots[INDEX_MODES];
};

struct solver_index *index_make(struct trace *trace, const void *owner, uint64_t serial);

uint64_t index_hash_claim(const struct solver_index *index, const struct claim *claim);

#endif
