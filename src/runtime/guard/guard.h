/* guard.h: what a wrapper does before and after: counts calls, and stays out of the way of calls
 * that are made inside a call. */
#ifndef TUTTI_RUNTIME_GUARD_GUARD_H
#define TUTTI_RUNTIME_GUARD_GUARD_H

#include "runtime/guard/limits.h"
#include "runtime/guard/repair.h"

struct guard_thread {
    int depth;      /* 1 inside a call that is looked at */
    uint64_t calls; /* collectives that were looked at */
    struct guard_thread *next;
};

extern __thread struct guard_thread guard_thread __attribute__((tls_model("initial-exec")));

/* MPI is up, and about to end. */
void guard_start(void);
void guard_end(void);

void guard_join(void); /* a thread's first call */

/* Whether the call is to be looked at: not one that a repair makes. Counts it. */
static inline bool guard_watches(void)
{
    if (!settings.active || guard_thread.depth > 0)
        return false;
    if (guard_thread.calls++ == 0)
        guard_join();
    return true;
}

/* Around what may call MPI itself. */
static inline void guard_enter(void)
{
    guard_thread.depth = 1;
}

static inline void guard_leave(void)
{
    guard_thread.depth = 0;
}

/* Whether requests need a look. */
static inline bool guard_requests(void)
{
    return requests_any() && guard_thread.depth == 0;
}

/* After MPI_Pack_size: a size that does not fit into an int is MPI_UNDEFINED. */
void guard_pack_size(int count, MPI_Datatype type, int *size);

#endif
