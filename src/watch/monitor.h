/* monitor.h: decides whether a job hangs.
 *
 * Two ways. A deadlock among MPI calls is proved (deadlock.h), a second after it happened. Anything
 * else shows as a job in which no rank moves, for longer than its own history makes likely
 * (gaps.h). An alarm of the second kind is withdrawn when a rank moves after all. On request
 * ParaStack's model (parastack.h) decides instead of both.
 *
 * The horizon is up to when the whole job is known. It is the present if all processes are on this
 * node; what others tell is some time old, and a job is judged only by what all have told. */
#ifndef TUTTI_WATCH_MONITOR_H
#define TUTTI_WATCH_MONITOR_H

#include "watch/model/deadlock.h"
#include "watch/model/gaps.h"
#include "watch/model/parastack.h"
#include "watch/sample/tracker.h"

enum monitor_state {
    MONITOR_HEALTHY,
    MONITOR_PROVED, /* `stuck` can never go on */
    MONITOR_HANGS,  /* no rank has moved for too long */
};

struct monitor_options {
    double budget;     /* false alarms per day */
    bool by_parastack; /* ParaStack's model decides, */
    uint64_t seed;     /* with random numbers from here */
    bool from_outside; /* ranks are looked at now and then, and nothing counts their calls */
};

struct monitor {
    struct monitor_options options;
    struct tracker tracker;
    struct gaps *gaps;
    struct parastack *paper; /* NULL: not wanted, or the number of ranks is not known yet */
    double sampled;          /* when it got its last sample */
    double doubted;          /* when it raised an alarm that may be a slow spell; 0: it has not */
    enum monitor_state state;
    double since;   /* when the alarm came */
    double limit;   /* that was exceeded, in seconds */
    bool suspended; /* a signal stopped a rank: that was the reason */
    double tried;   /* to prove a deadlock */
    double grown;   /* when the proof was last about other ranks */
    const struct stuck *stuck;
    size_t stuck_count;
    size_t withdrawn; /* alarms */
    double longest;   /* time without progress, in seconds */
    struct arena proof;
};

void monitor_start(struct monitor *monitor, const struct monitor_options *options, double now);
void monitor_free(struct monitor *monitor);

/* Looks at the job, several times a second. Returns whether the state is another one. */
bool monitor_look(struct monitor *monitor, const struct board *board, double now, double horizon);

/* The ranks that the next look is about; NULL: all of them. */
const uint32_t *monitor_wants(const struct monitor *monitor, size_t *count);

/* Processes of the job are not seen any more: the others may seem to stand still for longer. */
void monitor_forget(struct monitor *monitor);

#endif
