/* coverage.h: which edges of the program were covered, by how many tests, how often each was aimed
 * at, and what became of that. */
#ifndef TUTTI_CONCOLIC_COVERAGE_COVERAGE_H
#define TUTTI_CONCOLIC_COVERAGE_COVERAGE_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COVERAGE_NO_EDGE = UINT32_MAX,
    COVERAGE_ELSEWHERE = 1 << 10, /* counters for what has no edge */
};

/* What is known of an edge that is not covered. */
enum coverage_trial {
    TRIAL_SEEN = 1,    /* a path came by, and an input decided that it went elsewhere */
    TRIAL_NONE = 2,    /* no values lead there from such a path: proved */
    TRIAL_LIMITED = 4, /* none that the limits on inputs and ranks allow */
    TRIAL_HARD = 8,    /* too hard for the solver in its time */
    TRIAL_MADE = 16,   /* a test was made */
    TRIAL_MISSED = 32, /* which took another path */
};

struct coverage {
    uint32_t edges;
    struct coverage_shared *shared;
    _Atomic uint8_t *covered; /* by edge: 0, COVERED or TOLD */
    _Atomic uint16_t *aimed;  /* by edge, then COVERAGE_ELSEWHERE */
    _Atomic uint16_t *vain;   /* the same */
    _Atomic uint16_t *taken;  /* by edge: tests that did */
    _Atomic uint16_t *reach;  /* by edge */
    _Atomic uint8_t *tried;   /* by edge: enum coverage_trial */
    size_t size;
};

int coverage_open(struct coverage *coverage, uint32_t edges, struct error *error);
void coverage_close(struct coverage *coverage);

bool coverage_has(const struct coverage *coverage, uint32_t edge);
/* A test took it; true: it is the first one. */
bool coverage_add(struct coverage *coverage, uint32_t edge);
unsigned coverage_taken(const struct coverage *coverage, uint32_t edge); /* by so many tests */

/* How many edges one test took, at most: of all tests, and of those which took this one. Where they
 * are few the program ends soon, mostly because it does not like its input. */
unsigned coverage_most(const struct coverage *coverage);
unsigned coverage_reach(const struct coverage *coverage, uint32_t edge);
void coverage_note_reach(struct coverage *coverage, uint32_t edge, unsigned edges);

uint32_t coverage_count(const struct coverage *coverage);
/* The process that coordinates knows that it is covered. Until then, whoever covers it tells of it:
 * who did first may have ended before it could. */
void coverage_tell(struct coverage *coverage, uint32_t edge);
bool coverage_told(const struct coverage *coverage, uint32_t edge);

uint8_t coverage_tried(const struct coverage *coverage, uint32_t edge); /* enum coverage_trial */
bool coverage_try(struct coverage *coverage, uint32_t edge, uint8_t trial); /* true: that is new */

/* How many tests were made for it. What has no edge is told apart by `key`. */
unsigned coverage_aimed(const struct coverage *coverage, uint32_t edge, uint64_t key);
void coverage_aim(struct coverage *coverage, uint32_t edge, uint64_t key);
/* How many questions for it had no answer, and tests for it did not get there. */
unsigned coverage_vain(const struct coverage *coverage, uint32_t edge, uint64_t key);
void coverage_aim_in_vain(struct coverage *coverage, uint32_t edge, uint64_t key);

#endif
