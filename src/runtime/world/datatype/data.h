/* data.h: data of the program in and out of payloads, of any datatype, through the real library. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_DATA_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_DATA_H

#include "runtime/weak.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room that so many elements need in a payload. */
uint64_t data_size(MPI_Count count, MPI_Datatype datatype);
/* Basic bytes of the elements: what MPI_Get_count counts from. */
uint64_t data_bytes(MPI_Count count, MPI_Datatype datatype);

/* Where the data begin, if they lie in memory as in a payload; NULL: they do not. */
void *data_dense(const void *buffer, MPI_Datatype datatype);

/* Gives the bytes that were written. */
uint64_t data_pack(const void *buffer, MPI_Count count, MPI_Datatype datatype, void *payload);
void data_unpack(const void *payload, uint64_t size, void *buffer, MPI_Count count,
                 MPI_Datatype datatype);

/* Copies between buffers of the same rank that may have different datatypes. */
void data_copy(const void *from, MPI_Count from_count, MPI_Datatype from_type, void *to,
               MPI_Count to_count, MPI_Datatype to_type);

/* MPI_Reduce_local, which makes `result` of `one` and of itself. */
void data_reduce(const void *one, void *result, MPI_Count count, MPI_Datatype datatype, MPI_Op op);

/* The address of element `index` of an array of such elements. */
void *data_at(const void *buffer, ptrdiff_t index, MPI_Datatype datatype);

/* A buffer for so many elements; `origin` is where the first one lies in it. */
void *data_allocate(MPI_Count count, MPI_Datatype datatype, void **origin);

#endif
