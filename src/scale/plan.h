/* plan.h: plans the first trials of each function, when nothing is known yet: few counts, at which
 * every likely overflow occurs.
 *
 * The cheap axes (extent, displacement) come first and use all numbers of ranks. Elements side by
 * side cost as much as their bytes: there the numbers of ranks are chosen so that each kind of
 * product exceeds its limit at least once for each function.
 */
#ifndef TUTTI_SCALE_PLAN_H
#define TUTTI_SCALE_PLAN_H

#include "scale/function.h"

enum { PLAN_POINTS_MAX = 16 };

struct plan_item {
    struct function function;
    enum axis axis;
    int ranks;
    struct point points[PLAN_POINTS_MAX]; /* ascending */
    size_t point_count;
    double cost; /* approximate number of bytes moved */
};

/* Makes the item for the axis on so many ranks; returns false if there is none. `smallest` is the
 * smallest number of ranks above two that is tried (or two), `largest` the largest. */
bool plan_item(const struct function *function, enum axis axis, int ranks, int smallest,
               int largest, struct plan_item *item);

/* Returns the size and extent of elements with which searches on an axis begin. */
void plan_element(const struct function *function, enum axis axis, uint64_t *size,
                  uint64_t *extent);

/* Returns the largest count that makes sense to try. */
uint64_t plan_limit(const struct function *function, enum axis axis, uint64_t size, uint64_t extent,
                    int ranks);

/* Returns the bytes of all ranks' buffers together, in real memory. */
uint64_t plan_real_bytes(const struct point *point, int ranks);

#endif
