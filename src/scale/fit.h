/* fit.h: the rule behind bounds that were measured: which product of count, size, extent and ranks
 * must pass which limit, and on which numbers of ranks.
 *
 * More products are tried than a profile has words for (profile.h). One that it has no word for is
 * told by the nearest that is never smaller, so that nothing that fails is taken for safe; then
 * `fitted` is false.
 */
#ifndef TUTTI_SCALE_FIT_H
#define TUTTI_SCALE_FIT_H

#include "scale/function.h"
#include "scale/profile.h"

#include <stddef.h>

/* One search: what passed, and what did not (0: all that could be tried passed). */
struct observation {
    int ranks;
    uint64_t size, extent;
    uint64_t good, bad;
};

/* What a product has besides the count. */
enum fit_unit { FIT_COUNT, FIT_BYTES, FIT_EXTENT };
enum fit_part { FIT_ONE, FIT_RANKS, FIT_OTHERS, FIT_SUBTREE, FIT_SUBTREE_OTHERS };

struct fit {
    bool found; /* some product explains all observations */
    enum fit_unit unit;
    enum fit_part part;
    uint64_t limit;
};

/* Finds the rule, and fills in class, type, quantity, limit, min_ranks, power_of_two and fitted of
 * the problem. At least one observation has a bad count. */
struct fit fit_problem(const struct observation *observations, size_t count,
                       const struct function *function, enum axis axis,
                       struct profile_problem *problem);

/* The smallest count that the rule forbids; 0: there is no rule. */
uint64_t fit_predict(const struct fit *fit, uint64_t size, uint64_t extent, int ranks);

#endif
