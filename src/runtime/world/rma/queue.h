/* queue.h: one-sided operations, from the call to their application.
 *
 * A call only queues its operation. Its own rank, the origin, applies it when a synchronisation
 * asks for it. That is the latest time that MPI allows. So a program that reads the result of
 * MPI_Get too early, or changes what MPI_Put sends, shows its error in every run. Before the origin
 * accesses memory of a target it asks the scheduler, which decides on the order among ranks. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_QUEUE_H
#define TUTTI_RUNTIME_WORLD_RMA_QUEUE_H

#include "runtime/world/request/pending.h"
#include "runtime/world/rma/remote.h"
#include "runtime/world/rma/window.h"

enum rma_kind { RMA_PUT, RMA_GET, RMA_ACCUMULATE, RMA_GET_ACCUMULATE, RMA_COMPARE };

/* Memory of the origin; count 0: none. */
struct rma_buffer {
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
    struct pending pending;
};

struct rma {
    struct world_call at;
    struct vwin *window;
    int target; /* rank in the window */
    enum rma_kind kind;
    MPI_Op op;
    MPI_Datatype basic; /* of accumulates: the predefined datatype that the target's consists of;
                           else MPI_DATATYPE_NULL */
    struct rma_buffer from, compare, into;
    struct pieces where; /* its memory at the target */
    uint64_t bytes, done;
    uint32_t issued, serial; /* as in struct world_range */
    char *sent, *got;        /* packed data; NULL: not yet, or none */
    bool applied;
    bool requested; /* a request completes it and frees it */
    struct rma *next;
};

/* Queues a copy of the description. */
struct rma *rma_add(const struct rma *described);

enum { RMA_ALL_TARGETS = -1 };

/* Returns whether an operation for the target is queued. */
bool rma_waits(const struct vwin *window, int target);

/* Waits until no other thread applies operations that it took out of the queue: this thread's may
 * be among them, and it must not return before they are done. */
void rma_await(const struct vwin *window);

/* Applies the queued operations for the target: all (`alone` is NULL), or this one and those that
 * MPI orders before it. */
int rma_apply(const struct world_call *at, struct vwin *window, int target,
              const struct rma *alone);

/* Does what MPI_Wait does for the request of an operation: completes it at the origin only (MPI
 * 4.0, section 12.3.5). Data that it reads are there. Data that it sends may be kept until a
 * synchronisation asks for them (`kept`); then the operation no longer belongs to the request. */
int rma_complete(const struct world_call *at, struct rma *rma, bool *kept);

/* Does the same for MPI_Win_flush_local: keeps data that are sent, and gets data that are read. */
int rma_apply_locally(const struct world_call *at, struct vwin *window, int target);

/* Returns whether so many bytes are kept for later that applying the operations is better. */
bool rma_keeps_much(const struct vwin *window);

/* Gives other ranks a chance to access memory of this rank. */
void rma_yield(const struct world_call *at, const struct vwin *window);

#endif
