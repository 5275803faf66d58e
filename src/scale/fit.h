/* fit.h: finds the rule behind measured bounds: the quantity, the limit from which it breaks, and
 * the numbers of ranks. */
#ifndef TUTTI_SCALE_FIT_H
#define TUTTI_SCALE_FIT_H

#include "scale/function.h"
#include "scale/profile.h"

#include <stddef.h>

/* The result of one search: the largest count that passed, the smallest that failed (0: all that
 * could be tried passed). */
struct observation {
    int ranks;
    uint64_t size, extent;
    uint64_t good, bad;
};

/* Finds the rule, and fills in class, type, quantity, limit, min_ranks, power_of_two and fitted of
 * the problem. At least one observation must have a bad count. */
void fit_problem(const struct observation *observations, size_t count,
                 const struct function *function, enum axis axis, struct profile_problem *problem);

/* Returns the smallest count that the rule of the problem forbids; 0: there is no rule. */
uint64_t fit_predict(const struct profile_problem *problem, uint64_t size, uint64_t extent,
                     int ranks);

#endif
