#include "watch/monitor.h"

#include <stdlib.h>
#include <string.h>

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
/* Between the two looks that tell a hang from a slow spell, for ParaStack's model. */
static const double MOMENT = 0.5;

void monitor_start(struct monitor *monitor, double budget, bool by_parastack, uint64_t seed,
                   double now)
{
    *monitor = (struct monitor){.budget = budget, .by_parastack = by_parastack, .seed = seed};
    tracker_start(&monitor->tracker, now);
    monitor->gaps = gaps_new();
}

const uint32_t *monitor_wants(const struct monitor *monitor, size_t *count)
{
    const struct parastack *model = monitor->paper;
    if (!model || monitor->doubted > 0)
        return NULL;
    *count = model->set_size;
    return model->sets[model->set];
}

void monitor_forget(struct monitor *monitor)
{
    gaps_free(monitor->gaps);
    monitor->gaps = gaps_new();
}

void monitor_free(struct monitor *monitor)
{
    free(monitor->paper);
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
    uint64_t place = lane->site - process->record.base;
    for (const char *at = process->function; lane->site == 0 && at && *at; at++)
        place = place * 31 + (unsigned char)*at;
    place = place * 2 + tracker_inside(process);
    return place * UINT64_C(0x9e3779b97f4a7c15);
}

/* Where the ranks are: what the history is about. Ranks run the same program, so there are few
 * places. */
static size_t places_of(const struct tracker *tracker, uint64_t *places)
{
    size_t count = 0;
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker_alive(tracker->processes[i]))
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

static bool prove(struct monitor *monitor, double horizon)
{
    const struct tracked **tracked;
    arena_free(&monitor->proof);
    int size = tracker_ranks(&monitor->tracker, &monitor->proof, &tracked);
    struct deadlock_rank *ranks = arena_alloc(&monitor->proof, ((size_t)size + 1) * sizeof *ranks);
    for (int i = 0; i < size; i++)
        if (tracked[i] && !tracked[i]->unseen)
            ranks[i] = (struct deadlock_rank){
                &tracked[i]->record, horizon - tracked[i]->since >= STILL && has_run(tracked[i])};
    monitor->stuck_count =
        deadlock_prove(ranks, size, horizon - monitor->tracker.progress >= SETTLED, &monitor->proof,
                       &monitor->stuck);
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
        if (tracker_alive(tracker->processes[i]) &&
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
        if (tracker_alive(process) && !tracker_inside(process) && !tracker_polls(process) &&
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

/* How many of the watched ranks are outside MPI; true: the model has seen enough. */
static bool sample(struct monitor *monitor)
{
    const struct parastack *model = monitor->paper;
    const struct tracked **ranks;
    struct arena arena = {0};
    uint32_t outside = 0;
    int size = tracker_ranks(&monitor->tracker, &arena, &ranks);
    for (uint32_t i = 0; i < model->set_size; i++) {
        uint32_t rank = model->sets[model->set][i];
        outside += rank < (uint32_t)size && ranks[rank] && tracker_alive(ranks[rank]) &&
                   !tracker_inside(ranks[rank]) && !tracker_polls(ranks[rank]);
    }
    arena_free(&arena);
    return parastack_feed(monitor->paper, outside) == PARASTACK_ALARM;
}

/* ParaStack's model. Its alarms may be slow spells: then a rank moves within a moment. */
static void judge_by_parastack(struct monitor *monitor, bool moved, double now, double horizon)
{
    int ranks = tracker_size(&monitor->tracker);
    if (monitor->state != MONITOR_HEALTHY || monitor->tracker.gone || ranks == 0)
        return;
    if (!monitor->paper) {
        monitor->paper = memory_alloc(sizeof *monitor->paper);
        parastack_start(monitor->paper, &(struct parastack_options){.ranks = (uint32_t)ranks,
                                                                    .seed = monitor->seed});
    }
    if (monitor->doubted > 0 && moved) {
        monitor->doubted = 0;
        monitor->withdrawn++;
        parastack_alarm_was_slowdown(monitor->paper);
    } else if (monitor->doubted > 0 && horizon - monitor->doubted >= MOMENT) {
        monitor->state = MONITOR_HANGS;
        monitor->since = now;
    } else if (monitor->doubted <= 0 && now - monitor->sampled >= monitor->paper->pause) {
        monitor->sampled = now;
        if (sample(monitor))
            monitor->doubted = now;
    }
}

static void judge_by_proof(struct monitor *monitor, double now, double horizon)
{
    if (monitor->state == MONITOR_PROVED || now - monitor->tried < STILL / 2)
        return;
    size_t proved = monitor->stuck_count;
    monitor->tried = now;
    if (!prove(monitor, horizon) || monitor->stuck_count != proved)
        monitor->grown = now;
    if (monitor->stuck_count > 0 && now - monitor->grown >= COMPLETE) {
        monitor->state = MONITOR_PROVED;
        monitor->since = now;
    }
}

bool monitor_look(struct monitor *monitor, const struct board *board, double now, double horizon)
{
    enum monitor_state state = monitor->state;
    double before = monitor->tracker.progress;
    uint64_t places[PLACES];
    size_t count = places_of(&monitor->tracker, places);
    bool moved = tracker_look(&monitor->tracker, board, now);
    if (moved)
        progressed(monitor, before, places, count, now);
    if (monitor->by_parastack) {
        judge_by_parastack(monitor, moved, now, horizon);
        return monitor->state != state;
    }
    if (!moved)
        judge(monitor, places, count, horizon);
    judge_by_proof(monitor, now, horizon);
    return monitor->state != state;
}
