/* travel.h: tells the test build of a program which data move between ranks, so that symbolic
 * values stay symbolic in another rank (runtime/symbolic/carry.h). In other programs, and in ranks
 * that are not symbolic, these functions do nothing.
 *
 * Data whose layout is unknown (datatypes with very many pieces) arrive as plain values. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_TRAVEL_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_TRAVEL_H

#include "runtime/symbolic/carry.h"
#include "runtime/weak.h"

/* Sets the receiver of these reports before main(); NULL: none. */
void travel_begin(const struct symbolic_carrier *whom);

/* Report that the elements were packed into a message, or that the first `bytes` of it were
 * unpacked. */
void travel_put(struct symbolic_message *message, const void *buffer, MPI_Count count,
                MPI_Datatype datatype);
void travel_take(const struct symbolic_message *message, uint64_t bytes, void *buffer,
                 MPI_Count count, MPI_Datatype datatype);

/* Reports that the elements were copied. */
void travel_copy(void *to, const void *from, MPI_Count count, MPI_Datatype datatype);

/* Does MPI_Reduce_local, also symbolically: sets `result` to the reduction of `one` and
 * `result`. */
void travel_reduce(const void *one, void *result, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op);

#endif
