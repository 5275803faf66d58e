#include "watch/tracker.h"

#include <string.h>

void tracker_start(struct tracker *tracker, double now)
{
    *tracker = (struct tracker){.progress = now, .work = now};
}

void tracker_free(struct tracker *tracker)
{
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

/* What counts as progress: sequence numbers, and the stations of a process. */
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

/* The kernel is asked about processes that do not move, and not at each look: a job that is well
 * costs nothing but a look at its records. */
static bool look_at(struct tracked *process, const struct beacon_process *record, double now)
{
    static const double PAUSE = 0.15;
    bool moved = has_moved(&process->record, record);
    memcpy(&process->record, record, sizeof process->record);
    if (!moved && now - process->asked >= PAUSE) {
        bool was_alive = process->vitals.alive, first = process->asked < process->since;
        vitals_read(process->record.pid, &process->vitals);
        process->asked = now;
        if (first)
            process->still = process->vitals;
        moved = was_alive && !process->vitals.alive;
    }
    if (moved)
        process->since = now;
    return moved;
}

bool tracker_look(struct tracker *tracker, const struct board *board, double now)
{
    bool moved = false;
    size_t count = board_count(board);
    while (tracker->count < count) {
        if (atomic_load(&board->file->processes[tracker->count].state) == BEACON_EMPTY)
            break; /* it is about to be written */
        struct tracked *added = arena_alloc(&tracker->arena, sizeof *added);
        added->vitals.alive = true;
        *arena_push(&tracker->arena, tracker->processes, tracker->count) = added;
    }
    tracker->gone = tracker->count > 0;
    for (size_t i = 0; i < tracker->count; i++) {
        struct tracked *process = tracker->processes[i];
        uint64_t before = process->vitals.moved;
        moved = look_at(process, &board->file->processes[i], now) || moved;
        if (!tracker_inside(process) && process->vitals.moved > before && before > 0)
            tracker->work = now;
        tracker->gone = tracker->gone && !process->vitals.alive;
    }
    if (moved)
        tracker->progress = now;
    return moved;
}

int tracker_size(const struct tracker *tracker)
{
    int size = 0;
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->processes[i]->record.size > size)
            size = tracker->processes[i]->record.size;
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
