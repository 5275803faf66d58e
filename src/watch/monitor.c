#include "watch/monitor.h"

#include <stdlib.h>

enum { PLACES = 64 }; /* at one time */

/* For so long a rank must be where it is before it counts as stuck; and the job, before messages
 * that were handed to the library as a whole must have arrived. */
static const double STILL = 0.4, SETTLED = 3;
/* Others may come to it: for so long a proof must be about the same ranks. */
static const double COMPLETE = 0.4;
/* What a rank must have run meanwhile, unless it sleeps. */
static const double RAN = 0.02;
/* Ranks that read and write outside MPI work; for this many limits they are believed. */
static const double WORK_FACTOR = 10;

void monitor_start(struct monitor *monitor, double budget, double now)
{
    *monitor = (struct monitor){.budget = budget};
    tracker_start(&monitor->tracker, now);
    monitor->gaps = gaps_new();
}

void monitor_free(struct monitor *monitor)
{
    tracker_free(&monitor->tracker);
    gaps_free(monitor->gaps);
    arena_free(&monitor->proof);
}

/* Where a rank is, as a number: the call it is in, or the one after which it computes. */
static uint64_t place_of(const struct tracked *process)
{
    const struct beacon_lane *lane = tracker_lane(process);
    if (!lane)
        return 0;
    uint64_t place = (lane->site * 31 + lane->function) * 2 + tracker_inside(process);
    return place * UINT64_C(0x9e3779b97f4a7c15);
}

/* Where the ranks are: what the history is about. Ranks run the same program, so there are few
 * places. */
static size_t places_of(const struct tracker *tracker, uint64_t *places)
{
    size_t count = 0;
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->processes[i]->vitals.alive)
            count = gaps_name(places, count, PLACES, place_of(tracker->processes[i]));
    return count;
}

/* Whether the rank has had time to notice what it waits for. */
static bool has_run(const struct tracked *process)
{
    return process->vitals.alive && !process->vitals.stopped &&
           (process->vitals.sleeping ||
            process->vitals.processor - process->still.processor >= RAN);
}

static bool prove(struct monitor *monitor, double now)
{
    const struct tracked **tracked;
    arena_free(&monitor->proof);
    int size = tracker_ranks(&monitor->tracker, &monitor->proof, &tracked);
    struct deadlock_rank *ranks = arena_alloc(&monitor->proof, ((size_t)size + 1) * sizeof *ranks);
    for (int i = 0; i < size; i++)
        if (tracked[i])
            ranks[i] = (struct deadlock_rank){
                &tracked[i]->record, now - tracked[i]->since >= STILL && has_run(tracked[i])};
    monitor->tried = now;
    monitor->stuck_count = deadlock_prove(ranks, size, now - monitor->tracker.progress >= SETTLED,
                                          &monitor->proof, &monitor->stuck);
    return monitor->stuck_count > 0;
}

static void progressed(struct monitor *monitor, double before, const uint64_t *places, size_t count,
                       double now)
{
    double gap = now - before;
    monitor->longest = gap > monitor->longest ? gap : monitor->longest;
    gaps_add_each(monitor->gaps, places, count, gap);
    if (monitor->state == MONITOR_HANGS) {
        monitor->withdrawn++;
        gaps_alarm_was_false(monitor->gaps);
        monitor->state = MONITOR_HEALTHY;
    }
}

/* Where nobody waits for anybody, ranks compute, for as long as they like. */
static bool somebody_waits(const struct tracker *tracker)
{
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->processes[i]->vitals.alive &&
            (tracker_inside(tracker->processes[i]) || tracker_polls(tracker->processes[i])))
            return true;
    return false;
}

/* Whether a rank outside MPI has kept a processor busy since it moved. */
static bool somebody_computes(const struct tracker *tracker, double now)
{
    for (size_t i = 0; i < tracker->count; i++) {
        const struct tracked *process = tracker->processes[i];
        double ran = process->vitals.processor - process->still.processor;
        if (process->vitals.alive && !tracker_inside(process) && !tracker_polls(process) &&
            ran > (now - process->since) / 4)
            return true;
    }
    return false;
}

/* No rank has moved. Too long? */
static void judge(struct monitor *monitor, const uint64_t *places, size_t count, double now)
{
    const struct tracker *tracker = &monitor->tracker;
    double still = now - tracker->progress;
    monitor->longest = still > monitor->longest ? still : monitor->longest;
    if (tracker->count == 0 || tracker->gone || monitor->state != MONITOR_HEALTHY ||
        !somebody_waits(tracker))
        return;
    monitor->limit = gaps_patience(monitor->gaps, places, count, somebody_computes(tracker, now),
                                   monitor->budget);
    bool works = now - tracker->work < monitor->limit && still < WORK_FACTOR * monitor->limit;
    if (still > monitor->limit && !works) {
        monitor->state = MONITOR_HANGS;
        monitor->since = now;
    }
}

bool monitor_look(struct monitor *monitor, const struct board *board, double now)
{
    enum monitor_state state = monitor->state;
    double before = monitor->tracker.progress;
    uint64_t places[PLACES];
    size_t count = places_of(&monitor->tracker, places);
    if (tracker_look(&monitor->tracker, board, now))
        progressed(monitor, before, places, count, now);
    else
        judge(monitor, places, count, now);
    if (monitor->state != MONITOR_PROVED && now - monitor->tried >= STILL / 2) {
        size_t proved = monitor->stuck_count;
        if (!prove(monitor, now) || monitor->stuck_count != proved)
            monitor->grown = now;
        if (monitor->stuck_count > 0 && now - monitor->grown >= COMPLETE) {
            monitor->state = MONITOR_PROVED;
            monitor->since = now;
        }
    }
    return monitor->state != state;
}
