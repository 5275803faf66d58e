/* window.h: the windows of a rank.
 *
 * A virtual window has a real one behind it, of this process alone and without memory: its handle
 * is what the program holds, and names, attributes, error handlers and info live there. What its
 * members do together they do on a communicator that the program never sees; errors of a window
 * are raised on that, and the handler of the window decides (errors.h).
 *
 * Memory of a window is private to its rank. Who accesses it does so from outside (remote.h), at
 * the addresses that all members told when the window was made. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_WINDOW_H
#define TUTTI_RUNTIME_WORLD_RMA_WINDOW_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/model/table.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

/* A piece of memory that was attached to a dynamic window. */
struct region {
    uint64_t low, high;
};

/* Read by other ranks, from outside. */
struct regions {
    uint64_t count;
    struct region *list;
};

/* What a member told of its part. */
struct part {
    uint64_t base, size;
    int64_t unit;
    uint64_t regions; /* where its struct regions is */
    uint64_t segment; /* and the segment */
};

enum access_epoch { ACCESS_NONE, ACCESS_FENCE, ACCESS_START, ACCESS_LOCK, ACCESS_LOCK_ALL };

/* What this rank may do to a member, and has done. */
struct target {
    bool open;      /* by MPI_Win_start or MPI_Win_lock */
    bool exclusive; /* the lock */
    bool unchecked; /* MPI_MODE_NOCHECK: nobody else wants it */
    bool held;      /* the scheduler has given the lock */
    bool asked;     /* and is asked for it */
    struct world_call opened;
    uint32_t post; /* number of the receive that waits for its MPI_Win_post */
};

struct rma; /* queue.h */

struct vwin {
    MPI_Win handle;
    struct vcomm *comm;
    int flavour; /* MPI_WIN_FLAVOR_... */
    void *base;
    void *allocated; /* by MPI_Win_allocate; NULL: not */
    int watch;       /* of its memory, for who frees it early (allocator.h); 0: none */
    uint64_t memory; /* in the segment: the payload that a shared window lives in; 0: none */
    struct part *parts;
    struct regions regions;
    /* What the predefined attributes point to. */
    MPI_Aint size;
    int unit, model;
    enum access_epoch access;
    struct world_call opened; /* the call that opened the access epoch */
    struct world_call fenced; /* the last fence, if operations may follow it; else no site */
    struct world_call within; /* the lock under which some did since; else no site */
    struct target *targets;
    bool doubtful; /* an error of its epochs was told; what follows from it is not */
    bool posted;   /* an exposure epoch is open */
    struct world_call posted_by;
    int origin_count;
    uint32_t *arrivals;       /* the receives that wait for their MPI_Win_complete */
    struct rma *first, *last; /* operations that were not applied, in order */
    bool applying;            /* some were taken out of there and are not done yet */
    struct vwin *next;
    struct table_entry by_handle;
};

struct vwin *window_find(MPI_Win handle);   /* NULL: none */
struct vwin *window_first(void);            /* of all, linked by `next` */
struct vwin *window_of_comm(MPI_Comm comm); /* whose communicator it is; NULL: the program's own */

/* Makes one of what this rank has to give. Collective. */
struct vwin *window_make(const struct world_call *at, struct vcomm *comm, int flavour,
                         const struct part *mine);
void window_remove(struct vwin *window, const void *site);

/* A predefined attribute, as MPI_Win_get_attr stores it; false: it is none. */
bool window_attribute(MPI_Win win, int keyval, void *place);

/* Waits for all members; gives the sum of what they say. */
uint64_t window_meet(const struct world_call *at, struct vwin *window, uint64_t number);

#endif
