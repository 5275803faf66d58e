/* runs_test.h: is a sequence of samples random in time? The runs test of Wald and Wolfowitz, as the
 * dissertation of Li (2018), section 5.2.1, uses it.
 *
 * Samples are coded as + (at or above their mean) or - (below it). A run is a longest stretch of
 * one sign. Too few runs mean that the samples follow the program's phases, too many that they beat
 * against them. For up to 20 of each sign the region of numbers of runs that are not rejected at 5
 * % (2.5 % on either side) comes from the exact distribution, which gives the table of Swed and
 * Eisenhart (1943); beyond, from the normal approximation.
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

/* Numbers of runs at or below `low`, or at or above `high`, reject randomness. `low` is 1 and
 * `high` above all numbers that are possible where that side has no number so improbable. */
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

/* The region for so many samples of each sign, both at least 1. */
struct runs_region runs_region(size_t positive, size_t negative);

/* Without a region the answer is "not random": a sampling that is not random must not be missed. */
struct runs_test runs_test(const double *samples, size_t count);

#endif
