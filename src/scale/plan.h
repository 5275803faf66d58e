/* plan.h: what a probe tries of each function before it knows anything: few counts, at which every
 * overflow that is likely has happened.
 *
 * The cheap axes (extent, displacement) go first and on all numbers of ranks. Elements that lie
 * side by side cost their bytes: there the numbers of ranks are chosen so that each kind of product
 * is passed at least once for each function.
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
    double cost; /* bytes that are moved, roughly */
};

/* The item for the axis on so many ranks; false: there is none. `smallest` is the smallest number
 * of ranks above two that is to be tried (or two), `largest` the largest. */
bool plan_item(const struct function *function, enum axis axis, int ranks, int smallest,
               int largest, struct plan_item *item);

/* The size and extent of elements that searches on an axis begin with. */
void plan_element(const struct function *function, enum axis axis, uint64_t *size,
                  uint64_t *extent);

/* The largest count that makes sense to try. */
uint64_t plan_limit(const struct function *function, enum axis axis, uint64_t size, uint64_t extent,
                    int ranks);

/* Bytes that the buffers of all ranks take together when they are real. */
uint64_t plan_real_bytes(const struct point *point, int ranks);

#endif
