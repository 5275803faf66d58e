/* regions.h: prints the page of a probe: for each function, the counts that are safe on each number
 * of ranks, as a picture if something failed and as a line if nothing did. */
#ifndef TUTTI_REPORT_HTML_REGIONS_H
#define TUTTI_REPORT_HTML_REGIONS_H

#include "base/text.h"
#include "finding/finding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct region {
    const char *function; /* "MPI_Allgather, in place" */
    const char *axis;     /* quantity that grew: "count", "extent" */
    int ranks;
    uint64_t size, extent; /* of an element */
    uint64_t good;         /* the largest count that worked; 0: none */
    uint64_t bad;          /* the smallest that did not; 0: all that were tried worked */
    const char *effect;    /* effect of that count */
    bool limited;          /* more could not be tried */
};

/* Writes the page. Regions of one function and axis may be anywhere in the list. */
void regions_print_html(const struct region *regions, size_t count, const char *library,
                        const struct document *document, struct text *out);

#endif
