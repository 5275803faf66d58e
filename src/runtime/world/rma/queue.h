/* queue.h: one-sided operations, from the call to their application.
 *
 * A call only queues its operation. It is applied by its own rank, the origin, when a
 * synchronisation asks for it: the latest time that MPI allows, so that whoever reads the result of
 * MPI_Get, or changes what MPI_Put sends, before that is found out in every run. Before it touches
 * memory of a target the origin asks the scheduler, which decides on the order among ranks. */
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
    MPI_Datatype basic; /* of accumulates: what the target consists of; else MPI_DATATYPE_NULL */
    struct rma_buffer from, compare, into;
    struct pieces where; /* in the memory of the target */
    uint64_t bytes, done;
    uint32_t issued, serial; /* as in struct world_range */
    char *sent, *got;        /* packed; NULL: not yet, or none */
    bool applied;
    bool requested; /* a request ends it, and frees it */
    struct rma *next;
};

/* Queues it: memory that it copies. */
struct rma *rma_add(const struct rma *described);

enum { RMA_ALL_TARGETS = -1 };

/* Whether something for the target waits to be applied. */
bool rma_waits(const struct vwin *window, int target);

/* Until no other thread applies what it took out of the queue: operations of this one may be among
 * it, and it must not return before they are done. */
void rma_await(const struct vwin *window);

/* Applies what is queued for the target: everything (`alone` is NULL), or this operation and those
 * that MPI orders before it. */
int rma_apply(const struct world_call *at, struct vwin *window, int target,
              const struct rma *alone);

/* What MPI_Wait does for the request of an operation: it completes it at the origin alone (MPI 4.0,
 * section 12.3.5). Data that it read are there; data that it sends are kept until a synchronisation
 * asks for them (`kept`), and then the operation no longer belongs to the request. */
int rma_complete(const struct world_call *at, struct rma *rma, bool *kept);

/* The same for MPI_Win_flush_local: data that are sent are kept, those that are read are there. */
int rma_apply_locally(const struct world_call *at, struct vwin *window, int target);

/* Bytes that are kept for MPI_Win_flush_local: so many that applying them is better. */
bool rma_keeps_much(const struct vwin *window);

/* Gives the scheduler a chance to let others access memory of this rank. */
void rma_yield(const struct world_call *at, const struct vwin *window);

#endif
