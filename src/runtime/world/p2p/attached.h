/* attached.h: the buffer that the program attaches for buffered sends (MPI 4.0, section 3.6).
 *
 * The messages themselves lie in payloads. This file only counts the space that they would take:
 * MPI_Pack_size and MPI_BSEND_OVERHEAD for each, until it is received. */
#ifndef TUTTI_RUNTIME_WORLD_P2P_ATTACHED_H
#define TUTTI_RUNTIME_WORLD_P2P_ATTACHED_H

#include "runtime/weak.h"
#include "runtime/world/rank/rank.h"

/* Reserves space for a message; returns an error class if there is none. Messages that other ranks
 * receive before they have to wait make space. */
int attached_reserve(const struct world_call *at, MPI_Comm comm, MPI_Count elements,
                     MPI_Datatype datatype, uint64_t *bytes);
/* Notes the operation that uses the space. */
void attached_add(uint32_t number, uint64_t bytes);

#endif
