/* colour.h: finds values that are the same on all ranks of a communicator because of its split. */
#ifndef TUTTI_STATIC_UNIFORMITY_COLOUR_H
#define TUTTI_STATIC_UNIFORMITY_COLOUR_H

#include "static/uniformity/taint.h"

/* Returns the solution for communicators that this call makes; NULL: the base is as good. */
struct solution *colour_solution(struct uniformity *uniformity, const struct ir_value *split);

#endif
