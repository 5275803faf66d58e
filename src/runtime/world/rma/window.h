/* window.h: the windows of a rank.
 *
 * A virtual window has a real one behind it, which belongs to this process alone and has no memory.
 * The program holds its handle; names, attributes, error handlers and info belong to it. The
 * members of the virtual window communicate on a communicator that the program never sees. Errors
 * of a window are raised on that communicator, and the handler of the window decides (errors.h).
 *
 * Memory of a window is private to its rank. Other ranks access it from outside (remote.h), at the
 * addresses that all members exchanged when the window was created. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_WINDOW_H
#define TUTTI_RUNTIME_WORLD_RMA_WINDOW_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/model/table.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

/* Memory that was attached to a dynamic window. */
struct region {
    uint64_t low, high;
};

/* The attached memory; other ranks read this from outside. */
struct regions {
    uint64_t count;
    struct region *list;
};

/* The part of a window that a member contributes. */
struct part {
    uint64_t base, size;
    int64_t unit;
    uint64_t regions; /* address of its struct regions */
    uint64_t segment; /* address of the segment in the member */
};

enum access_epoch { ACCESS_NONE, ACCESS_FENCE, ACCESS_START, ACCESS_LOCK, ACCESS_LOCK_ALL };

/* The state of this rank's access to a member's memory. */
struct target {
    bool open;      /* in the epoch, by MPI_Win_start or MPI_Win_lock */
    bool exclusive; /* the lock */
    bool unchecked; /* MPI_MODE_NOCHECK: no other rank wants it */
    bool held;      /* the scheduler has granted the lock */
    bool asked;     /* the scheduler is being asked for the lock */
    struct world_call opened;
    uint32_t post; /* number of the receive that waits for its MPI_Win_post */
};

struct rma; /* queue.h */

struct vwin {
    MPI_Win handle;
    struct vcomm *comm;
    int flavour; /* MPI_WIN_FLAVOR_... */
    void *base;
    void *allocated; /* by MPI_Win_allocate; else NULL */
    int watch;       /* number of the watch on its memory (allocator.h), which finds an early
                        free; 0: none */
    uint64_t memory; /* payload in the segment that holds a shared window; 0: none */
    struct part *parts;
    struct regions regions;
    /* The predefined attributes point to these. */
    MPI_Aint size;
    int unit, model;
    enum access_epoch access;
    struct world_call opened; /* the call that opened the access epoch */
    struct world_call fenced; /* the last fence, if operations may follow it; else without a site */
    struct world_call within; /* the lock under which some followed it; else without a site */
    struct target *targets;
    bool doubtful; /* an error of its epochs was reported; consequences of it are not */
    bool posted;   /* an exposure epoch is open */
    struct world_call posted_by;
    int origin_count;
    uint32_t *arrivals;       /* the receives that wait for MPI_Win_complete of the origins */
    struct rma *first, *last; /* operations that are queued, in order */
    bool applying;            /* a thread applies operations that it took out of the queue */
    struct vwin *next;
    struct table_entry by_handle;
};

struct vwin *window_find(MPI_Win handle);   /* NULL: none */
struct vwin *window_first(void);            /* of all windows, linked by `next` */
struct vwin *window_of_comm(MPI_Comm comm); /* the window of this communicator; NULL: it is the
                                               program's own */

/* Creates a window; `mine` is this rank's part. Collective. */
struct vwin *window_make(const struct world_call *at, struct vcomm *comm, int flavour,
                         const struct part *mine);
void window_remove(struct vwin *window, const void *site);

/* Gives a predefined attribute, as MPI_Win_get_attr stores it; false: it is none. */
bool window_attribute(MPI_Win win, int keyval, void *place);

/* Waits for all members; returns the sum of their numbers. */
uint64_t window_meet(const struct world_call *at, struct vwin *window, uint64_t number);

#endif
