/* attached.h: the buffer that the program attaches for buffered sends (MPI 4.0, section 3.6).
 *
 * The messages themselves lie elsewhere; here is only counted what they would take: the size of
 * MPI_Pack_size and MPI_BSEND_OVERHEAD for each, until it is received. */
#ifndef TUTTI_RUNTIME_WORLD_P2P_ATTACHED_H
#define TUTTI_RUNTIME_WORLD_P2P_ATTACHED_H

#include "runtime/weak.h"
#include "runtime/world/rank/rank.h"

/* Room for a message; the error class of a buffered send if there is none. What other ranks receive
 * before they have to wait themselves makes room. */
int attached_reserve(const struct world_call *at, MPI_Comm comm, MPI_Count elements,
                     MPI_Datatype datatype, uint64_t *bytes);
/* The operation that takes it. */
void attached_add(uint32_t number, uint64_t bytes);

#endif
