/* pending.h: the buffers that belong to operations under way (MPI 4.0, section 3.7.2).
 *
 * An operation owns its buffer from its start to the call that completes it. The program must not
 * change a buffer that is sent, must not touch one that is received into, and must not give either
 * to another operation; only several sends may share one. Each rank keeps the buffers of its own
 * operations. A violation is a finding (race.buffer), and the rank goes on: a send carries the data
 * from its start, and received data overwrite the buffer when the operation completes. */
#ifndef TUTTI_RUNTIME_WORLD_REQUEST_PENDING_H
#define TUTTI_RUNTIME_WORLD_REQUEST_PENDING_H

#include "runtime/weak.h"
#include "runtime/world/model/layout.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

struct pending {
    struct layout_area area;
    uint64_t low, high; /* bounds of its bytes; equal: none, or unknown */
    bool writes;        /* a receive */
    bool contiguous;
    bool holds; /* it holds the datatype, which the program may free meanwhile */
    bool there; /* the operation is under way */
    bool hashed;
    bool shared; /* another operation or the program touched it too, which was reported */
    MPI_Datatype datatype;
    uint64_t hash;          /* checksum of the content at the start */
    uint32_t issued;        /* number of the rank's last operation at the start */
    struct world_call call; /* the call that started it */
    /* Links in the interval tree of its kind. */
    struct pending *left, *right;
    uint64_t top, priority; /* top: the greatest end in this subtree */
};

/* Describes the buffer of a call. pending_release() ends the use of the datatype. */
void pending_describe(struct pending *pending, const void *buffer, uint64_t count,
                      MPI_Datatype datatype, bool is_written);
void pending_release(struct pending *pending);

/* Makes the operation own no buffer: it is over when the call returns. */
void pending_disown(struct pending *pending);

/* Checks the buffer of a blocking call. */
void pending_touch(struct pending *pending, const struct world_call *at);
/* Does the same for a buffer given by arguments; ignores MPI_IN_PLACE. */
void pending_touch_buffer(const struct world_call *at, const void *buffer, uint64_t count,
                          MPI_Datatype datatype, bool is_written);

bool pending_any(void); /* returns whether an operation is under way */

/* Checks a load or a store of the program itself. */
void pending_touch_memory(const struct world_call *at, uint64_t low, uint64_t high,
                          bool is_written);

/* pending_begin() is called at the start of an operation; pending_end() at its completion, before
 * received data land. */
void pending_begin(struct pending *pending, const struct world_call *at);
void pending_end(struct pending *pending, const struct world_call *at);
/* Ends the ownership without a check: after MPI_Request_free nobody learns of the completion. */
void pending_give_up(struct pending *pending);

#endif
