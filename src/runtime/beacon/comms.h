/* comms.h: the communicators of this process: their members, and an id that is the same in other
 * ranks.
 *
 * Only one thread at a time may call these functions: with MPI_THREAD_MULTIPLE nothing is looked
 * up. */
#ifndef TUTTI_RUNTIME_BEACON_COMMS_H
#define TUTTI_RUNTIME_BEACON_COMMS_H

#include "runtime/beacon/beacon.h"
#include "runtime/weak.h"

/* Adds a new communicator; ignores MPI_COMM_NULL. */
void comms_add(MPI_Comm comm);
void comms_remove(MPI_Comm comm);

/* Returns the index of a communicator in the record; -1: unknown. */
int comms_find(MPI_Comm comm);

/* Returns the world rank of a rank in a call, which is in the remote group if there is one.
 * MPI_ANY_SOURCE and MPI_PROC_NULL become BEACON_ANY and BEACON_NOBODY. */
int comms_world(int index, int rank);

/* Notes that a collective begins. `root` is that of the call; -1: it has none. */
static inline void comms_collective(struct beacon_lane *lane, MPI_Comm comm, int root)
{
    lane->comm = comms_find(comm);
    if (lane->comm < 0)
        return;
    lane->ordinal = ++beacon_process->comms[lane->comm].entered;
    lane->peer = root >= 0 ? comms_world(lane->comm, root) : BEACON_NOBODY;
}

#endif
