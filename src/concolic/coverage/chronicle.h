/* chronicle.h: keeps coverage over time, and what was tried for edges that are not covered, in a
 * file beside the journal of the search.
 *
 * The file `chronicle` in the directory of the search has lines of words and numbers:
 *
 *     point SECONDS TESTS COVERED REACHABLE FINDINGS
 *     tried EDGE TRIALS
 *
 * It is written whole every few seconds. No result depends on the last seconds: if they are lost, a
 * resumed search may only give a less precise reason for a branch that was not taken.
 */
#ifndef TUTTI_CONCOLIC_COVERAGE_CHRONICLE_H
#define TUTTI_CONCOLIC_COVERAGE_CHRONICLE_H

#include "base/error.h"
#include "finding/covered.h"

struct chronicle {
    char *path; /* NULL: nothing is kept */
    struct covered_point *points;
    size_t point_count, point_space;
    bool changed;
    double saved_at;
};

/* Opens the chronicle. Without a directory nothing is kept. With `resume` the file is read, and its
 * trials go into `tried`, which has room for `edges` edges. */
void chronicle_open(struct chronicle *chronicle, const char *directory, bool resume, uint8_t *tried,
                    uint32_t edges);
void chronicle_close(struct chronicle *chronicle);

/* Adds a point if it differs from the last one in what it tells, or if `last` is set. */
void chronicle_add(struct chronicle *chronicle, const struct covered_point *now, bool last);

/* Returns the number of edges covered in the `seconds` before `now`. */
uint32_t chronicle_news(const struct chronicle *chronicle, double now, double seconds);

/* Writes the file if it has changed, and either `now` is set or the last write is long enough ago.
 */
int chronicle_save(struct chronicle *chronicle, const uint8_t *tried, uint32_t edges, bool now,
                   struct error *error);

#endif
