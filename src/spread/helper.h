/* helper.h: the work of every process of the command other than process 0.
 *
 * It runs the items that process 0 gives it with workers of its own, and keeps their children. See
 * peers.h. */
#ifndef TUTTI_SPREAD_HELPER_H
#define TUTTI_SPREAD_HELPER_H

#include "spread/interrupt.h"
#include "spread/nursery.h"
#include "spread/transport.h"

/* Returns when process 0 says so (0), or is gone (-1); the nursery is closed then. `mixed_most` is
 * that of its frontier. `alone` is for transport_close(). */
int helper_run(struct transport *transport, const struct nursery *nursery, int workers,
               size_t mixed_most, struct interrupt *interrupt, bool *alone, struct error *error);

#endif
