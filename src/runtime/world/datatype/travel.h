/* travel.h: tells the test build of a program which data travel, so that symbolic values stay what
 * they are in another rank (runtime/symbolic/carry.h). In other programs, and in ranks that are not
 * symbolic, nothing happens here.
 *
 * Data whose layout is not known (datatypes with very many pieces) arrive as plain values. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_TRAVEL_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_TRAVEL_H

#include "runtime/symbolic/carry.h"
#include "runtime/weak.h"

/* Before main(): whom to tell; NULL: nobody. */
void travel_begin(const struct symbolic_carrier *whom);

/* The elements were packed into a message, or the first `bytes` of it unpacked. */
void travel_put(struct symbolic_message *message, const void *buffer, MPI_Count count,
                MPI_Datatype datatype);
void travel_take(const struct symbolic_message *message, uint64_t bytes, void *buffer,
                 MPI_Count count, MPI_Datatype datatype);

/* The elements were copied. */
void travel_copy(void *to, const void *from, MPI_Count count, MPI_Datatype datatype);

/* MPI_Reduce_local, which makes `result` of `one` and of itself. */
void travel_reduce(const void *one, void *result, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op);

#endif
