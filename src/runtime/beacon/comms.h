/* comms.h: communicators of this process: which ranks they have, and how other ranks call them.
 *
 * A process is asked by one thread at a time: with MPI_THREAD_MULTIPLE nothing is looked up. */
#ifndef TUTTI_RUNTIME_BEACON_COMMS_H
#define TUTTI_RUNTIME_BEACON_COMMS_H

#include "runtime/beacon/beacon.h"
#include "runtime/weak.h"

/* A new one; MPI_COMM_NULL is none. */
void comms_add(MPI_Comm comm);
void comms_remove(MPI_Comm comm);

/* Its index in the record; -1: not known. */
int comms_find(MPI_Comm comm);

/* The world rank of a rank that a call names: of the remote group where there is one.
 * MPI_ANY_SOURCE and MPI_PROC_NULL become BEACON_ANY and BEACON_NOBODY. */
int comms_world(int index, int rank);

/* A collective begins. `root` is that of the call; -1: it has none. */
static inline void comms_collective(struct beacon_lane *lane, MPI_Comm comm, int root)
{
    lane->comm = comms_find(comm);
    if (lane->comm < 0)
        return;
    lane->ordinal = ++beacon_process->comms[lane->comm].entered;
    lane->peer = root >= 0 ? comms_world(lane->comm, root) : BEACON_NOBODY;
}

#endif
