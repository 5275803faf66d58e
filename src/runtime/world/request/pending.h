/* pending.h: the buffers that belong to operations under way (MPI 4.0, section 3.7.2).
 *
 * From its start to the call that completes it an operation owns its buffer: what is sent must not
 * change, what is received into must be left alone, and no other operation may touch either, but
 * that several may send the same. Each rank keeps the buffers of its own operations; what goes
 * against that is a finding (race.buffer). The rank does not return if it changed what is sent; if
 * it used memory that is received into, it goes on, and the data land over that. */
#ifndef TUTTI_RUNTIME_WORLD_REQUEST_PENDING_H
#define TUTTI_RUNTIME_WORLD_REQUEST_PENDING_H

#include "runtime/weak.h"
#include "runtime/world/model/layout.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

struct pending {
    struct layout_area area;
    uint64_t low, high; /* its bytes lie in here; equal: it has none, or they are not known */
    bool writes;        /* receives */
    bool contiguous;
    bool holds; /* the datatype, which may be freed meanwhile */
    bool there; /* the operation is under way */
    bool hashed;
    bool shared; /* another operation or the program touches it as well, which was told */
    MPI_Datatype datatype;
    uint64_t hash;          /* of the content at the start */
    uint32_t issued;        /* operations of the rank by then */
    struct world_call call; /* that started it */
    /* In the tree of its kind. */
    struct pending *left, *right;
    uint64_t top, priority; /* top: the highest end in this subtree */
};

/* The buffer of a call. pending_release() ends the use of the datatype. */
void pending_describe(struct pending *pending, const void *buffer, uint64_t count,
                      MPI_Datatype datatype, bool is_written);
void pending_release(struct pending *pending);

/* The operation is none that owns its buffer: it is over when the call returns. */
void pending_disown(struct pending *pending);

/* A blocking call uses the buffer. */
void pending_touch(struct pending *pending, const struct world_call *at);
/* The same for the arguments of a call; MPI_IN_PLACE is none. */
void pending_touch_buffer(const struct world_call *at, const void *buffer, uint64_t count,
                          MPI_Datatype datatype, bool is_written);

bool pending_any(void); /* some operation is under way */

/* The program itself loads from memory, or stores to it. */
void pending_touch_memory(const struct world_call *at, uint64_t low, uint64_t high,
                          bool is_written);

/* An operation starts, and is complete: before received data lands. */
void pending_begin(struct pending *pending, const struct world_call *at);
void pending_end(struct pending *pending, const struct world_call *at);
/* Nobody will say when it is complete (MPI_Request_free). */
void pending_give_up(struct pending *pending);

#endif
