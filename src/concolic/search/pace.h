/* pace.h: learns how long tests usually take, and makes long ones wait.
 *
 * A value that only makes a test longer leads nowhere new, but the solver does not know such
 * values. So a test that takes much longer than others is stopped early, and executed in full at
 * its next turn. Tests that it leads to wait behind those of tests of usual length.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_PACE_H
#define TUTTI_CONCOLIC_SEARCH_PACE_H

#include <stdint.h>

struct pace {
    double logarithms; /* sum of logarithms of seconds: a few long tests hardly change the usual
                          length */
    uint64_t count;
};

void pace_note(struct pace *pace, double seconds);

/* Returns the usual duration; 0: there was no test yet. */
double pace_usual(const struct pace *pace);

/* Returns how long a test may take before it is stopped early; 0: no limit. `full` is the limit of
 * any test, 0: none. */
double pace_limit(const struct pace *pace, double full);

/* Returns the priority of tests that follow from a test which took `seconds`. */
unsigned pace_priority(const struct pace *pace, double seconds, unsigned priority);

#endif
