/* regions.h: finds where the ways of a branch meet again. */
#ifndef TUTTI_STATIC_UNIFORMITY_REGIONS_H
#define TUTTI_STATIC_UNIFORMITY_REGIONS_H

#include "static/uniformity/taint.h"

struct regions *regions_of(struct uniformity *uniformity, const struct ir_function *function);
bool regions_in_loop(const struct regions *regions, uint32_t block, uint32_t head);
/* Returns the blocks where paths from different successors of the block first meet. */
const struct joins *regions_joins(const struct regions *regions, uint32_t block);
/* Returns the next loop around the block that its branch may leave while other ranks stay in the
 * loop. `head` is the loop returned before, GRAPH_NONE at first; GRAPH_NONE: there are no more. */
uint32_t regions_left_loop(const struct regions *regions, uint32_t block, uint32_t head);

#endif
