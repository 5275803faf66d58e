/* covered.h: sorts the coverage of a search by source. */
#ifndef TUTTI_CONCOLIC_COVERAGE_COVERED_H
#define TUTTI_CONCOLIC_COVERAGE_COVERED_H

#include "finding/covered.h"
#include "instrument/sites.h"

/* Sorts coverage by edge: `edges` says whether an edge was taken, `tried` what was tried for it
 * (coverage.h). Both count all copies of an edge at the first one (sites_same_edge()). The sites
 * must outlive the result. */
void covered_sort(const struct sites *sites, const uint8_t *edges, const uint8_t *tried,
                  struct covered *covered);

#endif
