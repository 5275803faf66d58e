/* bounds.h: what comparisons of ranks and sizes give. */
#ifndef TUTTI_STATIC_UNIFORMITY_BOUNDS_H
#define TUTTI_STATIC_UNIFORMITY_BOUNDS_H

#include "static/uniformity/function.h"
#include "static/uniformity/taint.h"

/* What a comparison of a rank or size with a constant gives under the conditions that hold where
 * it stands: 1, 0, or -1 for not known. */
int bounds_decide(struct solver *solver, const struct ir_value *comparison);
/* The sources of an operation's operands, without those that a comparison does not ask about. */
uint64_t comparison_sources(struct solver *solver, const struct ir_value *operation,
                            uint64_t sources);

#endif
