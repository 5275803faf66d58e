/* patience.h: how long ranks and scheduler poll for a change before they sleep.
 *
 * Waking a process whose core is idle takes tens of microseconds on a virtual machine; reading a
 * word of memory takes nothing. So a process that waits polls for a while first. It yields the core
 * between polls, since there may be more ranks than cores. After polls in vain the time shrinks, so
 * that waiting takes no cores from ranks that compute. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_PATIENCE_H
#define TUTTI_RUNTIME_WORLD_RANK_PATIENCE_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#ifndef PATIENCE_YIELD
#define PATIENCE_YIELD() sched_yield() /* the guest has its own way (gate.h) */
#endif

struct patience {
    bool short_sighted; /* the last wait was long, so polling would be in vain */
    uint32_t crowded;   /* waits to come that do not poll, since another process computes on this
                           core */
    uint32_t penalty;   /* value of `crowded` after the next poll that finds the core shared */
    uint64_t began;
};

static inline uint64_t patience_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* Notes that sched_yield() took this many nanoseconds. A process that yields to one that computes
 * waits for its whole time slice; one that sleeps is woken at once. Sleeping is better then, for
 * more waits each time that the core is found shared. */
static inline void patience_share(struct patience *patience, uint64_t away)
{
    enum { SLICE = 300000, FIRST = 16, MOST = 4096 };
    if (away < SLICE)
        return;
    patience->penalty = patience->penalty ? 2 * patience->penalty : FIRST;
    if (patience->penalty > MOST)
        patience->penalty = MOST;
    patience->crowded = patience->penalty;
}

/* Polls until the word has changed; returns false when it is time to sleep. */
static inline bool patience_look(struct patience *patience, const _Atomic uint32_t *word,
                                 uint32_t value)
{
    enum { LEAST = 2000, MOST = 100000 }; /* nanoseconds */
    patience->began = patience_clock();
    uint64_t end = patience->began + (patience->short_sighted ? LEAST : MOST);
    if (patience->crowded > 0) {
        patience->crowded--;
        return false;
    }
    for (uint64_t now = patience->began; now < end;) {
        if (atomic_load_explicit(word, memory_order_acquire) != value) {
            patience->penalty /= 2;
            return true;
        }
        uint64_t before = now;
        PATIENCE_YIELD();
        now = patience_clock();
        patience_share(patience, now - before);
    }
    return false;
}

/* Notes how long the wait was, after the sleep that followed patience_look(). The length of the
 * wait counts, not whether polling sufficed: otherwise all processes would keep sleeping, each late
 * by the time that it takes to wake the others. */
static inline void patience_learn(struct patience *patience)
{
    enum { LONG = 500000 };
    patience->short_sighted = patience_clock() - patience->began > LONG;
}

#endif
