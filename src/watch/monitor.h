/* monitor.h: decides whether a job hangs.
 *
 * Two ways. A deadlock among MPI calls is proved (deadlock.h), a second after it happened. Anything
 * else shows as a job in which no rank moves, for longer than its own history makes likely
 * (gaps.h). An alarm of the second kind is withdrawn when a rank moves after all. */
#ifndef TUTTI_WATCH_MONITOR_H
#define TUTTI_WATCH_MONITOR_H

#include "watch/deadlock.h"
#include "watch/gaps.h"
#include "watch/tracker.h"

enum monitor_state {
    MONITOR_HEALTHY,
    MONITOR_PROVED, /* `stuck` can never go on */
    MONITOR_HANGS,  /* no rank has moved for too long */
};

struct monitor {
    struct tracker tracker;
    struct gaps *gaps;
    double budget; /* false alarms per day */
    enum monitor_state state;
    double since; /* when the alarm came */
    double limit; /* that was exceeded, in seconds */
    double tried; /* to prove a deadlock */
    double grown; /* when the proof was last about other ranks */
    const struct stuck *stuck;
    size_t stuck_count;
    size_t withdrawn; /* alarms */
    double longest;   /* time without progress, in seconds */
    struct arena proof;
};

void monitor_start(struct monitor *monitor, double budget, double now);
void monitor_free(struct monitor *monitor);

/* Looks at the job, several times a second. Returns whether the state is another one. */
bool monitor_look(struct monitor *monitor, const struct board *board, double now);

#endif
