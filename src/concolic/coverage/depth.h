/* depth.h: derives the bound of a bounded search from the first paths that are executed (paper,
 * V-A). */
#ifndef TUTTI_CONCOLIC_COVERAGE_DEPTH_H
#define TUTTI_CONCOLIC_COVERAGE_DEPTH_H

#include "base/error.h"

#include <stdint.h>

struct depth_watched;

struct depth {
    struct depth_watched *watched;
};

int depth_open(struct depth *depth, struct error *error);
void depth_close(struct depth *depth);

/* Notes the length of a path. Returns the bound: the longest of the first 50 paths, rounded up;
 * UINT32_MAX until there were 50. */
uint32_t depth_bound(struct depth *depth, uint32_t constraints);

#endif
