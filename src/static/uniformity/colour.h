/* colour.h: what is the same for all ranks of a communicator because of its split. */
#ifndef TUTTI_STATIC_UNIFORMITY_COLOUR_H
#define TUTTI_STATIC_UNIFORMITY_COLOUR_H

#include "static/uniformity/taint.h"

/* The solution for communicators that this call makes; NULL: none better than the base. */
struct solution *colour_solution(struct uniformity *uniformity, const struct ir_value *split);

#endif
