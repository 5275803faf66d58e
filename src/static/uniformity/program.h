/* program.h: computes the fixed point over all functions. */
#ifndef TUTTI_STATIC_UNIFORMITY_PROGRAM_H
#define TUTTI_STATIC_UNIFORMITY_PROGRAM_H

#include "static/uniformity/function.h"
#include "static/uniformity/taint.h"

struct solution *program_solve(struct uniformity *uniformity, const bool *same,
                               const struct solution *earlier);
void program_queue(struct solver *solver, const struct ir_function *function);
void solution_free(struct solution *solution);
bool uniform_called_from_outside(const struct uniformity *uniformity,
                                 const struct ir_function *function);
bool uniform_is_main(const struct ir_function *function);

/* Returns the solution that answers questions about this communicator. */
const struct solution *uniform_solution(struct uniformity *uniformity, struct handle relative);

#endif
