/* pace.h: how long tests take, and what follows from it.
 *
 * A value that only makes a test longer leads nowhere new, but the solver does not know which those
 * are. So a test that takes much longer than others is stopped early, and executed in full when it
 * is its turn again; and what it leads to waits behind what tests of usual length lead to.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_PACE_H
#define TUTTI_CONCOLIC_SEARCH_PACE_H

#include <stdint.h>

struct pace {
    double logarithms; /* the sum of them: a few long tests do not make length usual */
    uint64_t count;
};

void pace_note(struct pace *pace, double seconds);

/* What is usual; 0: there was no test yet. */
double pace_usual(const struct pace *pace);

/* How long a test may take before it is stopped for now; `full` is the limit of any test, 0: none.
 * 0: as long as it takes. */
double pace_limit(const struct pace *pace, double full);

/* The priority of what a test leads to that took so long. */
unsigned pace_priority(const struct pace *pace, double seconds, unsigned priority);

#endif
