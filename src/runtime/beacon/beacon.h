/* beacon.h: keeps a process's record up to date (format.h), around each MPI call that can wait. */
#ifndef TUTTI_RUNTIME_BEACON_BEACON_H
#define TUTTI_RUNTIME_BEACON_BEACON_H

#include "runtime/beacon/format.h"
#include "runtime/weak.h"

#include <stdbool.h>
#include <stddef.h>

/* Of this thread. Without a monitor it writes to memory of its own that nobody reads. */
struct beacon_thread {
    struct beacon_lane *lane;
    const char *frame; /* of the outermost wrapper it is in; NULL: none */
};

extern _Thread_local struct beacon_thread beacon_thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
extern struct beacon_process *beacon_process __attribute__((visibility("hidden")));
extern uint32_t *beacon_visits __attribute__((visibility("hidden"))); /* by beacon_slot() */

/* The names of functions, by number; generated. */
extern const char *const beacon_names[];
extern const size_t beacon_name_count;

/* Gives the thread its lane, and the process its record. */
void beacon_join(void);

/* How many threads the process has; 0: that cannot be seen. */
int beacon_threads(void);
/* After MPI_Init, with the level of threads that MPI gives, and how many there were before. */
void beacon_started(int given, int before);
void beacon_finalizing(void);

/* After MPI_Session_init, and before MPI_Session_finalize. */
void beacon_session_started(MPI_Session session, int before);
void beacon_session_finalizing(MPI_Session session);

/* A call inside another: of a tool, of the library, of a callback. Frames tell: a call that was
 * left by longjmp or by an exception is over. */
static inline bool beacon_inside(const void *frame)
{
    return beacon_thread.frame && (const char *)frame < beacon_thread.frame;
}

static inline void beacon_doubt(enum beacon_doubt doubt)
{
    atomic_fetch_or_explicit(&beacon_process->doubts, doubt, memory_order_relaxed);
}

static inline struct beacon_lane *beacon_prepare(uint16_t function, enum beacon_kind kind,
                                                 const void *frame, const void *site)
{
    if (!beacon_thread.lane)
        beacon_join();
    struct beacon_lane *lane = beacon_thread.lane;
    beacon_thread.frame = frame;
    lane->function = function;
    lane->kind = (uint8_t)kind;
    lane->site = (uint64_t)(uintptr_t)site;
    beacon_visits[beacon_slot(lane->site)]++;
    lane->comm = lane->tag = -1;
    lane->small = 0;
    lane->peer = lane->second = BEACON_NOBODY;
    return lane;
}

/* The call begins: everything else about it is there. */
static inline void beacon_enter(struct beacon_lane *lane)
{
    uint64_t sequence = atomic_load_explicit(&lane->sequence, memory_order_relaxed);
    atomic_store_explicit(&lane->sequence, (sequence | 1) + (sequence & 1) * 2,
                          memory_order_release);
}

static inline void beacon_leave(struct beacon_lane *lane)
{
    uint64_t sequence = atomic_load_explicit(&lane->sequence, memory_order_relaxed);
    atomic_store_explicit(&lane->sequence, sequence + 1, memory_order_release);
    beacon_thread.frame = NULL;
}

/* The end of a poll. */
static inline void beacon_polled(struct beacon_lane *lane, bool found)
{
    uint64_t sequence = atomic_load_explicit(&lane->sequence, memory_order_relaxed);
    if (found)
        atomic_store_explicit(&lane->sequence, ((sequence + 1) & ~UINT64_C(1)) + 2,
                              memory_order_release);
    else
        atomic_store_explicit(&lane->polls,
                              atomic_load_explicit(&lane->polls, memory_order_relaxed) + 1,
                              memory_order_relaxed);
    beacon_thread.frame = NULL;
}

#endif
