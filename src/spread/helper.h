/* helper.h: what a process of the command does that is not process 0.
 *
 * It runs what process 0 gives it with workers of its own, and keeps the children. See peers.h.
 */
#ifndef TUTTI_SPREAD_HELPER_H
#define TUTTI_SPREAD_HELPER_H

#include "spread/interrupt.h"
#include "spread/nursery.h"
#include "spread/transport.h"

/* Returns when process 0 says so, or is gone (-1). The nursery is closed then. `mixed_most`: of its
 * frontier. `alone`: for transport_close(). */
int helper_run(struct transport *transport, const struct nursery *nursery, int workers,
               size_t mixed_most, struct interrupt *interrupt, bool *alone, struct error *error);

#endif
