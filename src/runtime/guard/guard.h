/* guard.h: the code of wrappers before and after a call: counts calls, and ignores calls that are
 * made inside a call. */
#ifndef TUTTI_RUNTIME_GUARD_GUARD_H
#define TUTTI_RUNTIME_GUARD_GUARD_H

#include "runtime/guard/limits.h"
#include "runtime/guard/repair.h"

struct guard_thread {
    int depth;      /* 1 inside a call that is checked */
    uint64_t calls; /* number of collectives that were checked */
    struct guard_thread *next;
};

extern __thread struct guard_thread guard_thread __attribute__((tls_model("initial-exec")));

/* Called when MPI is initialised, or a session of it, and before it ends. Only the first start
 * counts. */
void guard_start(void);
void guard_session_start(MPI_Session session);
void guard_end(void);
void guard_session_end(MPI_Session session);

void guard_join(void); /* called at a thread's first call */

/* Counts the call, and returns whether it must be checked: calls of a repair are not. */
static inline bool guard_watches(void)
{
    if (!settings.active || guard_thread.depth > 0)
        return false;
    if (guard_thread.calls++ == 0)
        guard_join();
    return true;
}

/* Surround code that may call MPI itself. */
static inline void guard_enter(void)
{
    guard_thread.depth = 1;
}

static inline void guard_leave(void)
{
    guard_thread.depth = 0;
}

/* Returns whether requests must be checked. */
static inline bool guard_requests(void)
{
    return requests_any() && guard_thread.depth == 0;
}

/* Sets the result of MPI_Pack_size to MPI_UNDEFINED if the size does not fit into an int. */
void guard_pack_size(int count, MPI_Datatype type, int *size);

#endif
