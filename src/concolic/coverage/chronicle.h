/* chronicle.h: what a search keeps beside its journal: coverage over time, and what was tried for
 * edges that are not covered.
 *
 * The file `chronicle` in the directory of the search, lines of words and numbers:
 *
 *     point SECONDS TESTS COVERED REACHABLE FINDINGS
 *     tried EDGE TRIALS
 *
 * It is written whole now and then. What is lost with the last seconds is no part of any result:
 * when the search goes on, a way may only be told less about.
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

/* Without a directory nothing is kept. With `resume` what is there is read: trials into `tried`,
 * which has room for so many edges. */
void chronicle_open(struct chronicle *chronicle, const char *directory, bool resume, uint8_t *tried,
                    uint32_t edges);
void chronicle_close(struct chronicle *chronicle);

/* A point is kept if it has something new, or is the last one. */
void chronicle_add(struct chronicle *chronicle, const struct covered_point *now, bool last);

/* How much was covered in the seconds before `now`. */
uint32_t chronicle_news(const struct chronicle *chronicle, double now, double seconds);

/* Writes the file if something has changed, and that was some time ago or `now`. */
int chronicle_save(struct chronicle *chronicle, const uint8_t *tried, uint32_t edges, bool now,
                   struct error *error);

#endif
