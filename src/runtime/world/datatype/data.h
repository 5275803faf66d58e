/* data.h: moves data of any datatype into and out of payloads, through the real library. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_DATA_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_DATA_H

#include "runtime/weak.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the room that `count` elements need in a payload. */
uint64_t data_size(MPI_Count count, MPI_Datatype datatype);
/* Returns the basic bytes of the elements, from which MPI_Get_count computes its result. */
uint64_t data_bytes(MPI_Count count, MPI_Datatype datatype);

/* Returns where the data begin, if they have the same layout in memory as in a payload; else
 * NULL. */
void *data_dense(const void *buffer, MPI_Datatype datatype);

/* Returns the number of bytes written. */
uint64_t data_pack(const void *buffer, MPI_Count count, MPI_Datatype datatype, void *payload);
void data_unpack(const void *payload, uint64_t size, void *buffer, MPI_Count count,
                 MPI_Datatype datatype);

/* Copies between buffers of the same rank that may have different datatypes. */
void data_copy(const void *from, MPI_Count from_count, MPI_Datatype from_type, void *to,
               MPI_Count to_count, MPI_Datatype to_type);

/* Does MPI_Reduce_local: sets `result` to the reduction of `one` and `result`. */
void data_reduce(const void *one, void *result, MPI_Count count, MPI_Datatype datatype, MPI_Op op);

/* Returns the address of element `index` of an array. */
void *data_at(const void *buffer, ptrdiff_t index, MPI_Datatype datatype);

/* Allocates a buffer for `count` elements; `origin` is the address of the first one. */
void *data_allocate(MPI_Count count, MPI_Datatype datatype, void **origin);

#endif
