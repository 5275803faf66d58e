/* beacon.h: keeps the record of a process (format.h) up to date, around each MPI call that can
 * wait. */
#ifndef TUTTI_RUNTIME_BEACON_BEACON_H
#define TUTTI_RUNTIME_BEACON_BEACON_H

#include "runtime/beacon/format.h"
#include "runtime/weak.h"

#include <stdbool.h>
#include <stddef.h>

/* The state of a thread. Without a monitor, it writes to memory of its own that nobody reads. */
struct beacon_thread {
    struct beacon_lane *lane;
    const char *frame; /* frame of the outermost wrapper that the thread is in; NULL: none */
};

extern _Thread_local struct beacon_thread beacon_thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
extern struct beacon_process *beacon_process __attribute__((visibility("hidden")));
extern uint32_t *beacon_visits __attribute__((visibility("hidden"))); /* indices are those of
                                                                         beacon_slot() */

/* The names of functions, by number. The list is generated. */
extern const char *const beacon_names[];
extern const size_t beacon_name_count;

/* Gives the thread a lane, and the process a record at its first call. */
void beacon_join(void);

/* Returns the number of threads of the process; 0: unknown. */
int beacon_threads(void);
/* Called after MPI_Init with the thread level that MPI gives, and with the number of threads
 * before. */
void beacon_started(int given, int before);
void beacon_finalizing(void);

/* Called after MPI_Session_init, and before MPI_Session_finalize. */
void beacon_session_started(MPI_Session session, int before);
void beacon_session_finalizing(MPI_Session session);

/* Returns whether a call is made inside another one: by a tool, the library or a callback. Frames
 * show this: a call that was left by longjmp or by an exception is over. */
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

/* Marks the start of a call; everything else about it must be stored before. */
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

/* Marks the end of a poll. */
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
