/* bounds.h: decides comparisons of ranks and sizes. */
#ifndef TUTTI_STATIC_UNIFORMITY_BOUNDS_H
#define TUTTI_STATIC_UNIFORMITY_BOUNDS_H

#include "static/uniformity/function.h"
#include "static/uniformity/taint.h"

/* Returns the result of a comparison of a rank or size with a constant, under the conditions that
 * hold at its place: 1, 0, or -1 if it is not known. */
int bounds_decide(struct solver *solver, const struct ir_value *comparison);
/* Returns the sources of an operation's operands, without those that a comparison does not depend
 * on. */
uint64_t comparison_sources(struct solver *solver, const struct ir_value *operation,
                            uint64_t sources);

#endif
