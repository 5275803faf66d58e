/* engine.h: the solver inside its library: answers a question in the quickest way.
 *
 * Its functions are those of solver.h; load.c calls them through library.h.
 */
#ifndef TUTTI_CONCOLIC_SOLVER_ENGINE_H
#define TUTTI_CONCOLIC_SOLVER_ENGINE_H

#include "concolic/solver/problem.h"
#include "concolic/solver/session.h"

struct engine {
    struct solver_options options;
    struct solver_statistics statistics;
    struct session session;
    struct cache *cache;
    uint64_t serial;
};

struct engine *engine_open(const struct solver_options *options, struct error *error);
void engine_close(struct engine *engine);
enum solver_answer engine_ask(struct engine *engine, const struct solver_question *question,
                              struct solver_model *model);
const struct solver_statistics *engine_statistics(const struct engine *engine);

/* Returns the term of a node of the problem. */
static inline const struct term *engine_term(const struct problem *problem, enum mode mode,
                                             uint32_t node)
{
    return &problem->engine->session.terms[mode][problem->index->slots[mode][node]];
}

#endif
