/* content.h: data in a payload with a description: their number, their type signature, and the call
 * that they come from. The receiver compares that with its own arguments. So each match of a send
 * and a receive, and each block of a collective, is checked in one place. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_CONTENT_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_CONTENT_H

#include "runtime/weak.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

/* The arguments of a receiver: where the data go, and whose error handler decides. */
struct content_receiver {
    const struct world_call *at;
    MPI_Comm comm;
    int peer;         /* the sender, a rank in MPI_COMM_WORLD */
    bool exact;       /* a collective: counts must be equal; else the buffer may be larger */
    uint64_t payload; /* whose data may still be arriving; 0: they are there */
};

/* Returns the bytes needed in a payload, a multiple of 8. */
uint64_t content_size(MPI_Count count, MPI_Datatype datatype);
void content_put(void *place, const struct world_call *at, const void *buffer, MPI_Count count,
                 MPI_Datatype datatype);
/* Returns a checksum of the data that were put since its last call: those that an operation sends.
 * Only with many executions, whose results are compared by it. */
uint64_t content_put_since(void);
/* Does what content_put() does, except for the data, which follow later (stream.h) and are
 * dense. */
void content_put_head(void *place, const struct world_call *at, MPI_Count count,
                      MPI_Datatype datatype);

/* Lets the data land in the buffer. Returns MPI_SUCCESS or the error class, MPI_ERR_TRUNCATE. */
int content_take(const void *place, const struct content_receiver *receiver, void *buffer,
                 MPI_Count count, MPI_Datatype datatype);
/* Compares only. */
int content_check(const void *place, const struct content_receiver *receiver, MPI_Count count,
                  MPI_Datatype datatype);

/* Returns the data alone, and their size. */
const void *content_data(const void *place, uint64_t *bytes);

#endif
