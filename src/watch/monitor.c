#include "watch/monitor.h"

#include <math.h>
#include <stdlib.h>

enum { PLACES = 64 }; /* limit on places at one time */

/* Seconds. STILL: a rank must stand still this long before it counts as stuck. SETTLED and
 * SETTLED_HERE: the job must stand still this long before messages that the library has taken
 * completely must have arrived, over a network, which may have to send them again, or within one
 * node. */
static const double STILL = 0.4, SETTLED = 3, SETTLED_HERE = 1;
/* Seconds for which a proof must be about the same ranks, since more ranks may become stuck. */
static const double COMPLETE = 0.4;
/* Seconds for which a signal may stop a rank while others wait. */
static const double SUSPENDED = 5;
/* Seconds between two looks after which the command itself must have been stopped, and probably the
 * job with it: by a suspended job of Slurm, or by Ctrl-Z. Less than any limit of the history. */
static const double ABSENT = 3;
/* Seconds that a rank must have run since it stands still, unless it sleeps. Fewer suffice for a
 * rank that gives up its processor while it waits: it checks for messages once in each turn. */
static const double RAN = 0.02, RAN_IN_TURNS = 0.0003;
static const uint64_t TURNS = 30;
/* Ranks that read and write outside MPI are working; this holds for at most this many limits. */
static const double WORK_FACTOR = 10;
/* Seconds between the two looks that distinguish a hang from a slow spell, for ParaStack's
 * model. */
static const double MOMENT = 0.5;

void monitor_start(struct monitor *monitor, const struct monitor_options *options, double now)
{
    *monitor = (struct monitor){.options = *options};
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

static bool monitor_is_waiting(const struct tracked *process)
{
    return tracker_alive(process) && (tracker_inside(process) || tracker_polls(process));
}

static bool monitor_somebody(const struct tracker *tracker, bool (*is)(const struct tracked *))
{
    for (size_t i = 0; i < tracker->count; i++)
        if (is(tracker->processes[i]))
            return true;
    return false;
}

/* Returns whether the job waits for the rank: for the ranks outside MPI, or, if there are none, for
 * all. */
static bool monitor_counts(const struct tracked *process, bool outside)
{
    return outside ? tracker_outside(process) : tracker_alive(process);
}

/* Lists the places of these ranks; the history is about places. Ranks run the same program, so
 * there are few places. */
static size_t places_of(const struct tracker *tracker, uint64_t *places)
{
    size_t count = 0;
    bool outside = monitor_somebody(tracker, tracker_outside);
    for (size_t i = 0; i < tracker->count; i++)
        if (monitor_counts(tracker->processes[i], outside))
            count = gaps_name(places, count, PLACES, tracker_place(tracker->processes[i]));
    return count;
}

/* Returns whether the rank has had time to notice the message that it waits for. */
static bool has_run(const struct tracked *process)
{
    const struct vitals *now = &process->vitals, *before = &process->still;
    return now->alive && !now->stopped &&
           (now->sleeping || now->processor - before->processor >= RAN ||
            (now->ran - before->ran >= RAN_IN_TURNS && now->turns - before->turns >= TURNS));
}

/* Returns whether the rank has no other thread that could call MPI while the one inside waits. */
static bool is_alone(const struct tracked *process)
{
    return process->record.threads == 0 || process->vitals.threads <= process->record.threads;
}

static bool monitor_is_elsewhere(const struct tracked *process)
{
    return process->node != 0;
}

static bool monitor_prove(struct monitor *monitor, double horizon)
{
    const struct tracked **tracked;
    double settled =
        monitor_somebody(&monitor->tracker, monitor_is_elsewhere) ? SETTLED : SETTLED_HERE;
    arena_free(&monitor->proof);
    int size = tracker_ranks(&monitor->tracker, &monitor->proof, &tracked);
    struct deadlock_rank *ranks = arena_alloc(&monitor->proof, ((size_t)size + 1) * sizeof *ranks);
    for (int i = 0; i < size; i++)
        if (tracked[i] && !tracked[i]->unseen)
            ranks[i] = (struct deadlock_rank){&tracked[i]->record,
                                              horizon - tracked[i]->since >= STILL &&
                                                  has_run(tracked[i]) && is_alone(tracked[i]),
                                              tracked[i]->function, !tracked[i]->vitals.alive};
    monitor->stuck_count =
        deadlock_prove(ranks, size, horizon - monitor->tracker.progress >= settled, &monitor->proof,
                       &monitor->stuck);
    return monitor->stuck_count > 0;
}

/* Ends a gap; the gap counts only if a rank waited meanwhile. */
static void monitor_progressed(struct monitor *monitor, double before, const uint64_t *places,
                               size_t count, bool waited, double now)
{
    double gap = now - before;
    monitor->longest = gap > monitor->longest ? gap : monitor->longest;
    if (waited)
        gaps_add_each(monitor->gaps, places, count, gap);
    else
        gaps_pass(monitor->gaps, gap);
    if (monitor->state == MONITOR_HANGS) {
        monitor->withdrawn++;
        gaps_alarm_was_false(monitor->gaps);
        monitor->state = MONITOR_HEALTHY;
    }
}

/* Returns whether a rank outside MPI has kept a processor busy since it moved. */
static bool monitor_computes(const struct tracked *process, double now)
{
    double ran = process->vitals.processor - process->still.processor;
    return tracker_outside(process) && ran > (now - process->since) / 16;
}

enum { FAMILIAR = 5 }; /* number of calls from a place that make it familiar */

/* Returns whether all ranks are at familiar places. A rank that waits at a new place shows that a
 * new part of the program has begun, such as the last output of one rank, even if that one made its
 * last call at a familiar place. */
static bool is_familiar(const struct tracker *tracker)
{
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker_alive(tracker->processes[i]) && tracker->processes[i]->visits < FAMILIAR)
            return false;
    return true;
}

/* Returns how long a rank may compute if ranks are at places that are not familiar. The first
 * computation of one rank may well take minutes, such as partitioning a mesh. But if other ranks
 * have been at its place and left it, the computation is one that all ranks do: then the limit is a
 * multiple of their time. It is mostly rank 0 that does more than others. */
static double patience_for_new(const struct monitor *monitor, const struct tracked *process)
{
    static const double new_factor = 10, peer_factor = 6, root = 100, peer = 60, unseen = 0.1;
    uint64_t place = tracker_place(process);
    double limit = new_factor * gaps_limit(monitor->gaps, place, monitor->options.budget);
    double stay = stays_longest(monitor->tracker.stays, place, process->record.rank);
    if (stay < 0 && process->visits < FAMILIAR)
        return limit;
    double known = fmax(process->record.rank == 0 ? root : peer, peer_factor * fmax(unseen, stay));
    return fmin(limit, known);
}

/* Returns how long the job may stand still, given the places of its ranks. From outside, only
 * stacks are known: at most looks a rank that computes most of the time is not in a call, and
 * nothing counts its calls. */
static double monitor_patience(const struct monitor *monitor, double now)
{
    const struct tracker *tracker = &monitor->tracker;
    bool outside = monitor_somebody(tracker, tracker_outside), familiar = is_familiar(tracker);
    bool calls = !monitor->options.from_outside; /* the calls are known */
    double limit = 0;
    for (size_t i = 0; i < tracker->count; i++) {
        const struct tracked *process = tracker->processes[i];
        double own;
        if (!monitor_counts(process, outside))
            continue;
        if (calls && familiar)
            own =
                gaps_limit_familiar(monitor->gaps, tracker_place(process), monitor->options.budget);
        else if (calls && monitor_computes(process, now))
            own = patience_for_new(monitor, process);
        else
            own = gaps_limit(monitor->gaps, tracker_place(process), monitor->options.budget);
        limit = fmax(limit, own);
    }
    return limit > 0 ? limit : GAPS_UNKNOWN;
}

/* Returns whether a signal has stopped the rank, at least SUSPENDED seconds ago. */
static bool monitor_is_suspended(const struct tracked *process, double now)
{
    return tracker_alive(process) && process->suspended > 0 &&
           now - process->suspended >= SUSPENDED;
}

static bool one_is_suspended(const struct tracker *tracker, double now)
{
    bool suspended = false, free_one = false;
    for (size_t i = 0; i < tracker->count; i++) {
        suspended = suspended || monitor_is_suspended(tracker->processes[i], now);
        free_one = free_one || (monitor_is_waiting(tracker->processes[i]) &&
                                tracker->processes[i]->suspended <= 0);
    }
    return suspended && free_one;
}

/* Raises an alarm if no rank has moved for too long. If no rank waits for another one, ranks
 * compute, and may do so for any time. */
static void monitor_judge(struct monitor *monitor, double now)
{
    const struct tracker *tracker = &monitor->tracker;
    double still = now - tracker->progress;
    monitor->longest = still > monitor->longest ? still : monitor->longest;
    if (tracker->count == 0 || tracker->gone || monitor->state != MONITOR_HEALTHY ||
        !monitor_somebody(tracker, monitor_is_waiting))
        return;
    bool suspended = still > SUSPENDED && one_is_suspended(tracker, now);
    monitor->limit = suspended ? SUSPENDED : monitor_patience(monitor, now);
    bool works = now - tracker->work < monitor->limit && still < WORK_FACTOR * monitor->limit;
    if (suspended || (still > monitor->limit && !works)) {
        monitor->state = MONITOR_HANGS;
        monitor->suspended = suspended;
        monitor->since = now;
    }
}

/* Feeds the model with the number of watched ranks that are outside MPI. Returns true at an
 * alarm. */
static bool monitor_sample(struct monitor *monitor)
{
    const struct parastack *model = monitor->paper;
    const struct tracked **ranks;
    struct arena arena = {0};
    uint32_t outside = 0;
    int size = tracker_ranks(&monitor->tracker, &arena, &ranks);
    for (uint32_t i = 0; i < model->set_size; i++) {
        uint32_t rank = model->sets[model->set][i];
        outside += rank < (uint32_t)size && ranks[rank] && tracker_outside(ranks[rank]);
    }
    arena_free(&arena);
    return parastack_feed(monitor->paper, outside) == PARASTACK_ALARM;
}

/* Applies ParaStack's model. Its alarms may be slow spells: then a rank moves within a moment. */
static void judge_by_parastack(struct monitor *monitor, bool moved, double now, double horizon)
{
    int ranks = tracker_size(&monitor->tracker);
    if (monitor->state != MONITOR_HEALTHY || monitor->tracker.gone || ranks == 0)
        return;
    if (!monitor->paper) {
        monitor->paper = memory_alloc(sizeof *monitor->paper);
        parastack_start(monitor->paper, &(struct parastack_options){.ranks = (uint32_t)ranks,
                                                                    .seed = monitor->options.seed});
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
        if (monitor_sample(monitor))
            monitor->doubted = now;
    }
}

static void judge_by_proof(struct monitor *monitor, double now, double horizon)
{
    if (monitor->state == MONITOR_PROVED || now - monitor->tried < STILL / 2)
        return;
    size_t proved = monitor->stuck_count;
    monitor->tried = now;
    if (!monitor_prove(monitor, horizon) || monitor->stuck_count != proved)
        monitor->grown = now;
    if (monitor->stuck_count > 0 && now - monitor->grown >= COMPLETE) {
        monitor->state = MONITOR_PROVED;
        monitor->since = now;
    }
}

/* Starts the times of the ranks anew if the command was stopped: what they did meanwhile says
 * nothing. */
static void monitor_return(struct monitor *monitor, double now)
{
    if (monitor->looked > 0 && now - monitor->looked > ABSENT) {
        tracker_return(&monitor->tracker, now);
        monitor->doubted = 0;
    }
    monitor->looked = now;
}

bool monitor_look(struct monitor *monitor, const struct board *board, double now, double horizon)
{
    monitor_return(monitor, now);
    enum monitor_state state = monitor->state;
    double before = monitor->tracker.progress;
    uint64_t places[PLACES];
    size_t count = places_of(&monitor->tracker, places);
    bool waited = monitor_somebody(&monitor->tracker, monitor_is_waiting);
    bool moved = tracker_look(&monitor->tracker, board, now);
    if (moved)
        monitor_progressed(monitor, before, places, count, waited, now);
    if (monitor->options.by_parastack) {
        judge_by_parastack(monitor, moved, now, horizon);
        return monitor->state != state;
    }
    if (!moved)
        monitor_judge(monitor, horizon);
    judge_by_proof(monitor, now, horizon);
    return monitor->state != state;
}
