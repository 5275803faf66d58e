/* search.h: finds where a function begins to fail, by the two steps of the paper (Li et al. 2018,
 * section III.B): doubles the count until a trial fails or a limit is reached, then refines.
 *
 * Most failures are overflows of a product that is known beforehand. So before it bisects, it tries
 * the counts at which one of these products passes 2^31 or 2^32, each together with the count
 * below: two trials give the exact bound. Otherwise the bound is known to a sixteenth.
 */
#ifndef TUTTI_SCALE_SEARCH_H
#define TUTTI_SCALE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEARCH_LADDER_MAX = 128, SEARCH_FRACTION = 16 };

/* How tries ended: all passed, the next one failed, it could not be tried, or no time is left. */
enum search_end { SEARCH_PASSED, SEARCH_FAILED, SEARCH_LIMITED, SEARCH_STOPPED };

struct search {
    int ranks;
    uint64_t size, extent;
    uint64_t limit;  /* largest count that may be tried */
    uint64_t costly; /* from this count on, only likely overflows are tried; 0: always all counts */
    bool exact;      /* trials are cheap: refine to a single element */
    /* Tries the counts, in ascending order, until one does not pass. */
    enum search_end (*try)(void *context, const uint64_t *counts, size_t count, size_t *passed);
    void *context;
};

struct search_result {
    uint64_t good; /* the largest count that passed; 0: none */
    uint64_t bad;  /* the smallest that failed; 0: none */
    bool stopped;  /* the search ended early */
};

/* Lists the counts of the first step; returns their number. */
size_t search_ladder(const struct search *search, uint64_t counts[SEARCH_LADDER_MAX]);

void search_run(const struct search *search, struct search_result *result);

/* Does the second step alone: `result` has a good and a bad count. */
void search_refine(const struct search *search, struct search_result *result);

#endif
