/* attached.h: the buffers that the program attaches for buffered sends (MPI 4.1, section 3.6). A
 * communicator, a session and the process can each have one; a message uses the first of these that
 * exists.
 *
 * The messages themselves lie in payloads. This file only counts the space that they would take:
 * MPI_Pack_size and MPI_BSEND_OVERHEAD for each, until it is received. */
#ifndef TUTTI_RUNTIME_WORLD_P2P_ATTACHED_H
#define TUTTI_RUNTIME_WORLD_P2P_ATTACHED_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/rank/rank.h"

/* Space for a message in a buffer. */
struct attached_space {
    struct attached *buffer;
    uint64_t bytes;
};

/* Reserves space for a message; returns an error class if there is none. Messages that other ranks
 * receive before they have to wait make space. */
int attached_reserve(const struct world_call *at, struct vcomm *comm, MPI_Count elements,
                     MPI_Datatype datatype, struct attached_space *space);
/* Notes the operation that uses the space. */
void attached_add(const struct attached_space *space, uint32_t number);

#endif
