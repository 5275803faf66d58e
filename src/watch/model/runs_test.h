/* runs_test.h: tests whether a sequence of samples is random in time: the runs test of Wald and
 * Wolfowitz, as the dissertation of Li (2018), section 5.2.1, uses it.
 *
 * Each sample counts as + (at or above the mean) or - (below it). A run is a maximal stretch of one
 * sign. Too few runs mean that the samples follow the program's phases; too many mean that the
 * sampling interval interferes with them. For up to 20 samples of each sign, the exact distribution
 * gives the numbers of runs that are not rejected at 5 % (2.5 % on either side), as in the table of
 * Swed and Eisenhart (1943); above that, the normal approximation gives them.
 *
 * Pure: no state, no allocation.
 */
#ifndef TUTTI_WATCH_MODEL_RUNS_TEST_H
#define TUTTI_WATCH_MODEL_RUNS_TEST_H

#include <stdbool.h>
#include <stddef.h>

enum {
    RUNS_TEST_EXACT_MAX = 20, /* of each sign */
};

/* Numbers of runs at or below `low`, or at or above `high`, reject randomness. If no number on one
 * side is improbable enough, `low` is 1, or `high` is above all possible numbers. */
struct runs_region {
    size_t low, high;
};

struct runs_test {
    double boundary;           /* the mean */
    size_t positive, negative; /* samples at or above it, and below */
    size_t runs;
    bool available; /* at least two of each sign: otherwise no region exists */
    struct runs_region region;
    bool random; /* available, and the number of runs lies inside the region */
};

/* Returns the region for these numbers of samples of each sign, both at least 1. */
struct runs_region runs_region(size_t positive, size_t negative);

/* Performs the test. Without a region the answer is "not random": the test must not miss sampling
 * that is not random. */
struct runs_test runs_test(const double *samples, size_t count);

#endif
