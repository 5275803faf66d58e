/* hints.h: raises the priority of branches that decide whether a place is reached that the analysis
 * of the source warns of.
 *
 * A hint is the last branch before such a place, or the branch at it. While one of its ways was
 * never taken, edges that lead nearer to it than the other ways out of the same branch are worth
 * more. Once all its ways were taken it has no effect.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_HINTS_H
#define TUTTI_CONCOLIC_SEARCH_HINTS_H

#include "concolic/concolic.h"
#include "concolic/coverage/coverage.h"
#include "instrument/sites.h"

enum { HINTS_MOST = 32 };

struct hints;

/* Opens the hints of these places. The sites must outlive them. Returns NULL if no branch of the
 * program decides about the places. */
struct hints *hints_open(const struct sites *sites, const struct ir_place *places, size_t count);
void hints_close(struct hints *hints);

/* Restricts the hints to those with ways that are not covered now. Does nothing for NULL. */
void hints_update(struct hints *hints, const struct coverage *coverage);

/* Returns by how much to raise the priority of a test for the edge: 0 to HINTS_MOST. */
unsigned hints_worth(const struct hints *hints, uint32_t edge);

#endif
