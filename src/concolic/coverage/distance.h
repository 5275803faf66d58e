/* distance.h: how far it is in the program text to code that was not yet run.
 *
 * Counted in branches, over calls and returns, from a branch's edge to the nearest edge that is not
 * covered. Calls through pointers are not seen.
 */
#ifndef TUTTI_CONCOLIC_COVERAGE_DISTANCE_H
#define TUTTI_CONCOLIC_COVERAGE_DISTANCE_H

#include "concolic/coverage/coverage.h"
#include "instrument/sites.h"

enum { DISTANCE_NONE = UINT32_MAX };

struct distance;

/* The sites live as long. `wanted`: by edge, 1 for those that distances are to; NULL: all. */
struct distance *distance_open(const struct sites *sites, const uint8_t *wanted);
void distance_close(struct distance *distance);

/* After this, distances are those to wanted edges that are not covered now. */
void distance_update(struct distance *distance, const struct coverage *coverage);

/* From the edge on; 0 if it is one itself. DISTANCE_NONE: there is no way. */
uint32_t distance_of(const struct distance *distance, uint32_t edge);

/* Of branches, without entries of functions: what papers count. A function that several files have
 * counts once. */
struct measure {
    uint32_t covered;
    uint32_t reachable; /* of functions that were entered */
    uint32_t all;
};

/* `covered`: by edge, of first copies (sites_same_edge()). */
struct measure distance_measure(const struct distance *distance, const uint8_t *covered);

#endif
