/* regions.h: where the ways of a branch meet again. */
#ifndef TUTTI_STATIC_UNIFORMITY_REGIONS_H
#define TUTTI_STATIC_UNIFORMITY_REGIONS_H

#include "static/uniformity/taint.h"

struct regions *regions_of(struct uniformity *uniformity, const struct ir_function *function);
bool regions_in_loop(const struct regions *regions, uint32_t block, uint32_t head);
/* The blocks where paths from different successors of the block meet for the first time. */
const struct joins *regions_joins(const struct regions *regions, uint32_t block);
/* The next loop around the block (from `head`, GRAPH_NONE to start) that the branch at its end may
 * leave while other ranks stay in it; GRAPH_NONE: no more. */
uint32_t regions_left_loop(const struct regions *regions, uint32_t block, uint32_t head);

#endif
