/* problem.h: a question, reduced to the constraints and variables that it depends on. */
#ifndef TUTTI_CONCOLIC_SOLVER_PROBLEM_H
#define TUTTI_CONCOLIC_SOLVER_PROBLEM_H

#include "concolic/solver/domain.h"
#include "concolic/solver/index.h"

struct engine;

struct problem {
    struct engine *engine;
    struct trace *trace;
    struct solver_index *index;
    bool unlimited; /* as the question says */
    struct claim goal;
    bool goal_simple;     /* it is in the domain of a variable */
    struct claim *claims; /* that are not in the variables' domains already */
    size_t claim_count, claim_space;
    struct unknown *unknowns;
    size_t unknown_count, unknown_space;
    uint32_t *nodes; /* of claims and goal, ascending */
    size_t node_count, node_space;
    bool simplified; /* something had to be left out */
    bool impossible; /* as can be seen: nothing is left of some domain, for one */
    bool floats;     /* there are floating-point nodes */
    uint64_t key[2]; /* of the cache */
};

/* False: the question makes no sense, or is too hard. */
bool problem_make(struct problem *problem, struct engine *engine,
                  const struct solver_question *question);
void problem_free(struct problem *problem);

/* Whether everything holds, and the goal, with values (bits) by number of unknown. */
bool problem_holds(const struct problem *problem, const uint64_t *values, bool *goal);

static inline uint32_t problem_unknown(const struct problem *problem, uint32_t variable)
{
    return problem->index->unknowns[variable];
}

#endif
