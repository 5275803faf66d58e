/* content.h: data in a payload, together with what they are: how many, of which type signature, and
 * from which call. Whoever takes them out compares that with what it asked for, so that each match
 * of a send and a receive, and each block of a collective, is checked in one place. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_CONTENT_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_CONTENT_H

#include "runtime/weak.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

/* What a call asks for: where the data go, and whose error handler decides. */
struct content_receiver {
    const struct world_call *at;
    MPI_Comm comm;
    int peer;         /* who sent it, a rank in MPI_COMM_WORLD */
    bool exact;       /* a collective: as many as are sent; else there may be room for more */
    uint64_t payload; /* whose data may still be coming; 0: they are there */
};

/* Bytes in a payload, a multiple of 8. */
uint64_t content_size(MPI_Count count, MPI_Datatype datatype);
void content_put(void *place, const struct world_call *at, const void *buffer, MPI_Count count,
                 MPI_Datatype datatype);
/* The data that were put since the last call, in one number: what an operation sends. Only where
 * there are many executions, whose results are compared by it. */
uint64_t content_put_since(void);
/* The same but for the data, which come later (stream.h) and are dense. */
void content_put_head(void *place, const struct world_call *at, MPI_Count count,
                      MPI_Datatype datatype);

/* Lets the data land in the buffer. Gives MPI_SUCCESS or the error class, MPI_ERR_TRUNCATE. */
int content_take(const void *place, const struct content_receiver *receiver, void *buffer,
                 MPI_Count count, MPI_Datatype datatype);
/* Only compares. */
int content_check(const void *place, const struct content_receiver *receiver, MPI_Count count,
                  MPI_Datatype datatype);

/* The data alone, and how many bytes they are. */
const void *content_data(const void *place, uint64_t *bytes);

#endif
