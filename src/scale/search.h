/* search.h: where a function begins to fail, by the two steps of the paper (Li et al. 2018, section
 * III.B): double the count until a trial fails or a limit is met, then refine.
 *
 * Most failures are overflows of a product that is known beforehand. So before anything is
 * bisected, the counts at which one of these products passes 2^31 or 2^32 are tried, each together
 * with the count below it: two trials give the exact bound. Otherwise the bound is known to a
 * sixteenth.
 */
#ifndef TUTTI_SCALE_SEARCH_H
#define TUTTI_SCALE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEARCH_LADDER_MAX = 128, SEARCH_FRACTION = 16 };

/* How tries ended: all passed, the one behind those that passed failed, it was not possible to try
 * it, or there is no time left. */
enum search_end { SEARCH_PASSED, SEARCH_FAILED, SEARCH_LIMITED, SEARCH_STOPPED };

struct search {
    int ranks;
    uint64_t size, extent;
    uint64_t limit;  /* the largest count that may be tried */
    uint64_t costly; /* from this count on only counts at which something may happen; 0: never */
    bool exact;      /* trials are cheap: refine to the last element */
    /* Tries the counts, which ascend, until one does not pass. */
    enum search_end (*try)(void *context, const uint64_t *counts, size_t count, size_t *passed);
    void *context;
};

struct search_result {
    uint64_t good; /* the largest count that passed; 0: none */
    uint64_t bad;  /* the smallest that failed; 0: none */
    bool stopped;  /* there is more to know */
};

/* The counts of the first step; how many there are. */
size_t search_ladder(const struct search *search, uint64_t counts[SEARCH_LADDER_MAX]);

void search_run(const struct search *search, struct search_result *result);

/* The second step alone: `result` has a good and a bad count. */
void search_refine(const struct search *search, struct search_result *result);

#endif
