#include "watch/sample/tracker.h"

#include <string.h>

void tracker_start(struct tracker *tracker, double now)
{
    *tracker = (struct tracker){.progress = now, .latest = now, .work = now, .stays = stays_new()};
}

void tracker_free(struct tracker *tracker)
{
    stays_free(tracker->stays);
    arena_free(&tracker->arena);
}

const struct beacon_lane *tracker_lane(const struct tracked *process)
{
    const struct beacon_lane *chosen = NULL;
    uint32_t count = atomic_load(&process->record.lane_count);
    for (uint32_t i = 0; i < count && i < BEACON_LANES; i++) {
        const struct beacon_lane *lane = &process->record.lanes[i];
        if (lane->thread != 0 && (!chosen || (atomic_load(&lane->sequence) & 1)))
            chosen = lane;
    }
    return chosen;
}

bool tracker_inside(const struct tracked *process)
{
    const struct beacon_lane *lane = tracker_lane(process);
    return lane && (atomic_load(&lane->sequence) & 1);
}

bool tracker_polls(const struct tracked *process)
{
    const struct beacon_lane *lane = tracker_lane(process);
    return lane && !(atomic_load(&lane->sequence) & 1) && lane->kind == BEACON_POLL;
}

bool tracker_outside(const struct tracked *process)
{
    return tracker_alive(process) && !tracker_inside(process) && !tracker_polls(process);
}

uint64_t tracker_place(const struct tracked *process)
{
    const struct beacon_lane *lane = tracker_lane(process);
    if (!lane)
        return 0;
    uint64_t place = (lane->site - process->record.base) * 2 + tracker_inside(process);
    return place * UINT64_C(0x9e3779b97f4a7c15);
}

/* Returns whether the process has made progress: changed a sequence number, its state or its number
 * of lanes. */
static bool has_moved(const struct beacon_process *before, const struct beacon_process *now)
{
    uint32_t count = atomic_load(&now->lane_count);
    if (atomic_load(&before->state) != atomic_load(&now->state) ||
        atomic_load(&before->lane_count) != count)
        return true;
    for (uint32_t i = 0; i < count && i < BEACON_LANES; i++)
        if (atomic_load(&before->lanes[i].sequence) != atomic_load(&now->lanes[i].sequence))
            return true;
    return false;
}

void tracker_moves(struct tracker *tracker, struct tracked *process, double now)
{
    process->since = tracker->latest = now;
}

void tracker_leaves(struct tracker *tracker, const struct tracked *process, double now)
{
    if (tracker_outside(process) && tracker_lane(process))
        stays_add(tracker->stays, tracker_place(process), process->record.rank,
                  now - process->since);
}

void tracker_vitals(struct tracker *tracker, struct tracked *process, const struct vitals *vitals,
                    double now)
{
    bool was_alive = process->vitals.alive, first = process->asked < process->since;
    uint64_t before = process->vitals.moved;
    process->vitals = *vitals;
    process->asked = now;
    if (!vitals->suspended)
        process->suspended = 0;
    else if (process->suspended <= 0)
        process->suspended = now;
    if (first)
        process->still = *vitals;
    if (was_alive && !vitals->alive)
        tracker_moves(tracker, process, now);
    if (!tracker_inside(process) && vitals->moved > before && before > 0)
        tracker->work = now;
}

/* Looks at one process. Asks the kernel only about a process that does not move, and not at each
 * look: watching a healthy job costs no more than reading its records. */
static void tracker_look_at(struct tracker *tracker, struct tracked *process,
                            const struct board *board, size_t place, double now)
{
    const struct beacon_process *record = &board->file->processes[place];
    const uint32_t *visits = board->file->visits[place];
    static const double PAUSE = 0.15;
    bool moved = has_moved(&process->record, record);
    if (moved)
        tracker_leaves(tracker, process, now);
    memcpy(&process->record, record, sizeof process->record);
    const struct beacon_lane *lane = tracker_lane(process);
    process->function = lane ? board_function(board, lane->function) : NULL;
    process->visits = lane ? visits[beacon_slot(lane->site)] : 0;
    if (moved)
        tracker_moves(tracker, process, now);
    else if (now - process->asked >= PAUSE) {
        struct vitals vitals;
        if (vitals_read(&process->identity, lane ? lane->thread : process->identity.pid, &vitals))
            tracker_vitals(tracker, process, &vitals, now);
    }
}

struct tracked *tracker_add(struct tracker *tracker, int node, double now)
{
    struct tracked *added =
        arena_alloc_aligned(&tracker->arena, sizeof *added, _Alignof(struct tracked));
    *added = (struct tracked){.node = node, .index = tracker->count, .vitals.alive = true};
    *arena_push(&tracker->arena, tracker->processes, tracker->count) = added;
    tracker_moves(tracker, added, now);
    return added;
}

static void tracker_add_own(struct tracker *tracker, pid_t pid, double now)
{
    struct tracked *added = tracker_add(tracker, 0, now);
    if (!descendant_read(pid, &added->identity))
        added->identity = (struct descendant){.pid = pid};
    *arena_push(&tracker->arena, tracker->own, tracker->own_count) = added;
}

bool tracker_look(struct tracker *tracker, const struct board *board, double now)
{
    size_t count = board_count(board);
    while (tracker->own_count < count) {
        const struct beacon_process *record = &board->file->processes[tracker->own_count];
        if (atomic_load(&record->state) == BEACON_EMPTY)
            break; /* the process is about to write it */
        tracker_add_own(tracker, record->pid, now);
    }
    for (size_t i = 0; i < tracker->own_count; i++)
        tracker_look_at(tracker, tracker->own[i], board, i, now);
    tracker->gone = tracker->count > 0;
    for (size_t i = 0; i < tracker->count; i++)
        tracker->gone = tracker->gone && !tracker->processes[i]->vitals.alive;
    bool moved = tracker->latest > tracker->progress;
    tracker->progress = tracker->latest;
    return moved;
}

void tracker_return(struct tracker *tracker, double now)
{
    for (size_t i = 0; i < tracker->count; i++) {
        tracker->processes[i]->since = now;
        tracker->processes[i]->suspended = 0;
    }
    tracker->progress = tracker->latest = tracker->work = now;
}

void tracker_lose(struct tracker *tracker, int node, bool lost)
{
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->processes[i]->node == node)
            tracker->processes[i]->unseen = lost;
}

bool tracker_alive(const struct tracked *process)
{
    return process->vitals.alive && !process->unseen;
}

int tracker_size(const struct tracker *tracker)
{
    int size = 0;
    for (size_t i = 0; i < tracker->count; i++) {
        int said = tracker->processes[i]->record.size;
        if (said > size && said <= TRACKER_RANKS)
            size = said;
    }
    return size;
}

int tracker_ranks(const struct tracker *tracker, struct arena *arena, const struct tracked ***ranks)
{
    int size = tracker_size(tracker);
    *ranks = arena_alloc(arena, ((size_t)size + 1) * sizeof **ranks);
    for (size_t i = 0; i < tracker->count; i++) {
        int rank = tracker->processes[i]->record.rank;
        if (rank >= 0 && rank < size)
            (*ranks)[rank] = tracker->processes[i];
    }
    return size;
}
