/* locks.h: passive target synchronisation.
 *
 * MPI_Win_lock of another rank's window returns at once: MPI does not say that it waits, and a
 * deadlock that shows all the same is one in every implementation. The lock is waited for when
 * something has to be complete. That of the own window, and of memory that ranks share, is waited
 * for at once, since loads and stores follow. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_LOCKS_H
#define TUTTI_RUNTIME_WORLD_RMA_LOCKS_H

#include "runtime/world/rma/window.h"

/* Waits until this rank has the lock of the target, if the epoch is one of locks. Gives whether it
 * had to ask: other threads have been there meanwhile. */
bool locks_acquire(const struct world_call *at, struct vwin *window, int target);

/* Ends the access epoch, whatever it is, and gives back every lock that this rank has. */
void locks_release_all(const struct world_call *at, struct vwin *window);

#endif
