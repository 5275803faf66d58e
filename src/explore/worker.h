/* worker.h: executes scripts, one after the other, in a world of its own. */
#ifndef TUTTI_EXPLORE_WORKER_H
#define TUTTI_EXPLORE_WORKER_H

#include "explore/explore.h"
#include "world/choice/exploration.h"

extern const struct spread_worker explore_worker; /* its context is a struct search */

/* Returns a hash, not 0, of all that ranks sent, printed and exited with in the last execution of
 * the world. */
uint64_t worker_result(struct world *world, int ranks, const struct exploration *exploration,
                       const struct world_result *result);

#endif
