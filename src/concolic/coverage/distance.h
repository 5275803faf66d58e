/* distance.h: computes distances in the program text to code not yet run.
 *
 * The distance is counted in branches, over calls and returns, from a branch's edge to the nearest
 * edge that is not covered. Calls through pointers are ignored.
 */
#ifndef TUTTI_CONCOLIC_COVERAGE_DISTANCE_H
#define TUTTI_CONCOLIC_COVERAGE_DISTANCE_H

#include "concolic/coverage/coverage.h"
#include "instrument/sites.h"

enum { DISTANCE_NONE = UINT32_MAX };

struct distance;

/* Opens distances. The sites must outlive them. `wanted` has 1 for each edge that distances are to;
 * NULL: all edges. */
struct distance *distance_open(const struct sites *sites, const uint8_t *wanted);
void distance_close(struct distance *distance);

/* Computes distances to wanted edges that are not covered now. */
void distance_update(struct distance *distance, const struct coverage *coverage);

/* Returns the distance from the edge; 0 if the edge itself is wanted and not covered; DISTANCE_NONE
 * if there is no way. */
uint32_t distance_of(const struct distance *distance, uint32_t edge);

/* Coverage of branches, without entries of functions, as papers count it. A function that several
 * files have counts once. */
struct measure {
    uint32_t covered;
    uint32_t reachable; /* branches of functions that were entered */
    uint32_t all;
};

/* Counts branches. `covered` is by edge, and counts all copies of an edge at the first one
 * (sites_same_edge()). */
struct measure distance_measure(const struct distance *distance, const uint8_t *covered);

#endif
