/* locks.h: passive target synchronisation.
 *
 * MPI_Win_lock of another rank's window returns at once: MPI does not say that it waits, and so
 * every deadlock that is found occurs in every implementation. The rank waits for the lock when an
 * operation must be complete. For its own window, and for memory that ranks share, it waits at
 * once, since loads and stores follow. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_LOCKS_H
#define TUTTI_RUNTIME_WORLD_RMA_LOCKS_H

#include "runtime/world/rma/window.h"

/* Waits until this rank has the lock of the target, if the epoch is one of locks. Returns whether
 * it had to ask: other threads may have run meanwhile. */
bool locks_acquire(const struct world_call *at, struct vwin *window, int target);

/* Ends the access epoch, of any kind, and releases every lock that this rank has. */
void locks_release_all(const struct world_call *at, struct vwin *window);

#endif
