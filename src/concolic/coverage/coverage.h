/* coverage.h: holds, for each edge of the program, whether it was covered, how many tests took it,
 * how many were made for it, and what came of them. All workers of a machine share it. */
#ifndef TUTTI_CONCOLIC_COVERAGE_COVERAGE_H
#define TUTTI_CONCOLIC_COVERAGE_COVERAGE_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COVERAGE_NO_EDGE = UINT32_MAX,
    COVERAGE_ELSEWHERE = 1 << 10, /* counters for candidates without an edge */
};

/* What was tried for an edge that is not covered. */
enum coverage_trial {
    TRIAL_SEEN = 1,    /* a path came to its branch, and an input decided that it went elsewhere */
    TRIAL_NONE = 2,    /* proved: no values lead there from such a path */
    TRIAL_LIMITED = 4, /* values lead there, but not within the limits on inputs and ranks */
    TRIAL_HARD = 8,    /* too hard for the solver in its time */
    TRIAL_MADE = 16,   /* a test was made */
    TRIAL_MISSED = 32, /* ...which took another path */
};

struct coverage {
    uint32_t edges;
    struct coverage_shared *shared;
    _Atomic uint8_t *covered; /* by edge: 0, COVERED or TOLD */
    _Atomic uint16_t *aimed;  /* tests made: by edge, then COVERAGE_ELSEWHERE counters */
    _Atomic uint16_t *vain;   /* failed attempts, likewise */
    _Atomic uint16_t *taken;  /* by edge: number of tests that took it */
    _Atomic uint16_t *reach;  /* by edge: most edges of a test that took it */
    _Atomic uint8_t *tried;   /* by edge: enum coverage_trial */
    size_t size;
};

int coverage_open(struct coverage *coverage, uint32_t edges, struct error *error);
void coverage_close(struct coverage *coverage);

bool coverage_has(const struct coverage *coverage, uint32_t edge);
/* Counts a test that took the edge. Returns true if it is the first one. */
bool coverage_add(struct coverage *coverage, uint32_t edge);
unsigned coverage_taken(const struct coverage *coverage, uint32_t edge); /* number of tests */

/* Return the largest number of edges that one test took: of all tests, or of those that took this
 * edge. If it is small, the program ends soon, mostly because it rejects its input. */
unsigned coverage_most(const struct coverage *coverage);
unsigned coverage_reach(const struct coverage *coverage, uint32_t edge);
void coverage_note_reach(struct coverage *coverage, uint32_t edge, unsigned edges);

uint32_t coverage_count(const struct coverage *coverage);
/* Notes that the coordinating process knows that the edge is covered. Until then every worker that
 * covers it reports it: the first one may have ended before it could. */
void coverage_tell(struct coverage *coverage, uint32_t edge);
bool coverage_told(const struct coverage *coverage, uint32_t edge);

uint8_t coverage_tried(const struct coverage *coverage, uint32_t edge); /* enum coverage_trial */
bool coverage_try(struct coverage *coverage, uint32_t edge, uint8_t trial); /* true: new */

/* Return the number of tests made for the edge, and count one more. `key` tells candidates without
 * an edge apart. */
unsigned coverage_aimed(const struct coverage *coverage, uint32_t edge, uint64_t key);
void coverage_aim(struct coverage *coverage, uint32_t edge, uint64_t key);
/* Return the number of failed attempts, and count one more: questions about the edge without an
 * answer, and tests made for it that did not take it. */
unsigned coverage_vain(const struct coverage *coverage, uint32_t edge, uint64_t key);
void coverage_aim_in_vain(struct coverage *coverage, uint32_t edge, uint64_t key);

#endif
