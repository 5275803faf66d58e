/* worker.h: executes scripts, one after the other, in a world of its own. */
#ifndef TUTTI_EXPLORE_WORKER_H
#define TUTTI_EXPLORE_WORKER_H

#include "explore/explore.h"

extern const struct spread_worker explore_worker; /* its context is a struct search */

#endif
