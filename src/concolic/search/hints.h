/* hints.h: branches that decide whether a place is reached that the analysis of the source warns
 * of.
 *
 * A hint is the last branch before such a place, or the one that is there. While a way out of it
 * was never taken, edges are worth more that lead nearer to it than the other ways out of the same
 * branch do. Once all its ways were taken it counts for nothing.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_HINTS_H
#define TUTTI_CONCOLIC_SEARCH_HINTS_H

#include "concolic/concolic.h"
#include "concolic/coverage/coverage.h"
#include "instrument/sites.h"

enum { HINTS_MOST = 32 };

struct hints;

/* The sites live as long. NULL: no branch of the program has to do with the places. */
struct hints *hints_open(const struct sites *sites, const struct ir_place *places, size_t count);
void hints_close(struct hints *hints);

/* After this, it is about hints with ways that are not covered now. NULL: nothing to be done. */
void hints_update(struct hints *hints, const struct coverage *coverage);

/* By how much the priority of a test for the edge is raised: 0 to HINTS_MOST. */
unsigned hints_worth(const struct hints *hints, uint32_t edge);

#endif
