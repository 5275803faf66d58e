/* covered.h: sorts the coverage of a search by source. */
#ifndef TUTTI_CONCOLIC_COVERAGE_COVERED_H
#define TUTTI_CONCOLIC_COVERAGE_COVERED_H

#include "finding/covered.h"
#include "instrument/sites.h"

/* Sorts coverage that is given by edge, for first copies (sites_same_edge()): `edges` tells whether
 * an edge was taken, `tried` what was tried for it (coverage.h). The sites must outlive the result.
 */
void covered_sort(const struct sites *sites, const uint8_t *edges, const uint8_t *tried,
                  struct covered *covered);

#endif
