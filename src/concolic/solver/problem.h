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
    bool unlimited; /* as in the question */
    struct claim goal;
    bool goal_simple;     /* the domain of a variable includes it */
    struct claim *claims; /* claims that the variables' domains do not include */
    size_t claim_count, claim_space;
    struct unknown *unknowns;
    size_t unknown_count, unknown_space;
    uint32_t *nodes; /* nodes of claims and goal, ascending */
    size_t node_count, node_space;
    bool simplified; /* something was left out */
    bool impossible; /* there is plainly no answer, for example because a domain is empty */
    bool floats;     /* it has floating-point nodes */
    uint64_t key[2]; /* key in the cache */
};

/* Makes the problem of a question. Returns false if the question makes no sense, or is too hard. */
bool problem_make(struct problem *problem, struct engine *engine,
                  const struct solver_question *question);
void problem_free(struct problem *problem);

/* Says whether all claims hold with these values (bits, by number of unknown); `goal` says whether
 * the goal does too. */
bool problem_holds(const struct problem *problem, const uint64_t *values, bool *goal);

static inline uint32_t problem_unknown(const struct problem *problem, uint32_t variable)
{
    return problem->index->unknowns[variable];
}

#endif
