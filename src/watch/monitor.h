/* monitor.h: decides whether a job hangs.
 *
 * There are two ways. It proves a deadlock among MPI calls (deadlock.h), a second after it
 * happened. And it raises an alarm if no rank of the job moves for longer than its own history
 * makes likely (gaps.h); it withdraws such an alarm if a rank moves after all. On request
 * ParaStack's model (parastack.h) replaces both.
 *
 * The horizon is the time up to which the whole job is known. It is the present if all processes
 * are on this node. Reports of other nodes are some time old, and the monitor judges a job only by
 * the time that all reports cover.
 */
#ifndef TUTTI_WATCH_MONITOR_H
#define TUTTI_WATCH_MONITOR_H

#include "watch/model/deadlock.h"
#include "watch/model/gaps.h"
#include "watch/model/parastack.h"
#include "watch/sample/tracker.h"

enum monitor_state {
    MONITOR_HEALTHY,
    MONITOR_PROVED, /* the ranks in `stuck` can never continue */
    MONITOR_HANGS,  /* no rank has moved for too long */
};

struct monitor_options {
    double budget;     /* false alarms per day */
    bool by_parastack; /* ParaStack's model decides, */
    uint64_t seed;     /* with this seed of its random numbers */
    bool from_outside; /* the monitor looks at ranks at intervals, and nothing counts their calls */
};

struct monitor {
    struct monitor_options options;
    struct tracker tracker;
    struct gaps *gaps;
    struct parastack *paper; /* NULL: not wanted, or the number of ranks is not known yet */
    double sampled;          /* time of its last sample */
    double looked;           /* time of the last look; 0: there was none */
    double doubted; /* time at which it raised an alarm that may be a slow spell; 0: none */
    enum monitor_state state;
    double since;   /* time of the alarm */
    double limit;   /* the limit that was exceeded, in seconds */
    bool suspended; /* the reason for the alarm: a signal stopped a rank */
    double tried;   /* time of the last attempt to prove a deadlock */
    double grown;   /* time at which the set of ranks in the proof last changed */
    const struct stuck *stuck;
    size_t stuck_count;
    size_t withdrawn; /* number of withdrawn alarms */
    double longest;   /* longest time without progress, in seconds */
    struct arena proof;
};

void monitor_start(struct monitor *monitor, const struct monitor_options *options, double now);
void monitor_free(struct monitor *monitor);

/* Looks at the job; call it several times a second. After a pause of some seconds, in which the
 * command was stopped, it times the ranks anew. Returns whether the state has changed. */
bool monitor_look(struct monitor *monitor, const struct board *board, double now, double horizon);

/* Returns the ranks that the next look must cover; NULL: all of them. */
const uint32_t *monitor_wants(const struct monitor *monitor, size_t *count);

/* Notes that some processes of the job are not seen any more: the others may then seem to stand
 * still for longer. */
void monitor_forget(struct monitor *monitor);

#endif
