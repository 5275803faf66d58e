#include "watch/diagnose/groups.h"

#include "watch/diagnose/rank_set.h"

#include <stdlib.h>
#include <string.h>

static const double MOVES = 0.3; /* seconds: a process that moved more recently counts as moving */

struct group {
    const char *what;     /* "in ", "polling with ", ... */
    const char *function; /* NULL: none */
    double since;         /* of the process that has been there for longest */
    struct rank_set ranks;
};

const char *groups_activity(const struct tracked *process)
{
    if (process->vitals.stopped)
        return "is stopped by a signal or a debugger";
    double ran = process->vitals.processor - process->still.processor;
    if (process->vitals.moved > process->still.moved)
        return "reads or writes files";
    return ran > 0.05 ? "computes" : "does not run";
}

char groups_letter(const struct tracked *process)
{
    if (!process || !tracker_alive(process))
        return '.';
    if (tracker_inside(process))
        return 'i';
    return tracker_polls(process) ? (char)'p' : (char)'o';
}

/* Returns the group of a process; processes with equal groups do the same. */
static struct group groups_group_of(const struct tracked *process, double now)
{
    struct group group = {.what = "moving", .since = now};
    if (process->unseen)
        group.what = "not seen: the monitor of their node is lost";
    else if (!process->vitals.alive)
        group.what = "ended";
    else if (now - process->since >= MOVES) {
        bool inside = tracker_inside(process), polls = tracker_polls(process);
        group.since = process->since;
        group.what = inside ? "in " : polls ? "polling with " : "outside MPI, ";
        group.function = inside || polls ? (process->function ? process->function : "MPI")
                                         : groups_activity(process);
    }
    return group;
}

static bool groups_same_text(const char *one, const char *other)
{
    return one == other || (one && other && strcmp(one, other) == 0);
}

static int groups_compare(const void *left, const void *right)
{
    const struct group *one = left, *other = right;
    return rank_set_compare(&one->ranks, &other->ranks);
}

static size_t groups_collect(const struct tracker *tracker, double now, struct arena *arena,
                             struct group **groups)
{
    size_t count = 0;
    for (size_t i = 0; i < tracker->count; i++) {
        size_t at = 0;
        if (tracker->processes[i]->record.rank < 0)
            continue; /* it is still in MPI_Init */
        struct group group = groups_group_of(tracker->processes[i], now);
        while (at < count && !(groups_same_text((*groups)[at].what, group.what) &&
                               groups_same_text((*groups)[at].function, group.function)))
            at++;
        if (at == count)
            *arena_push(arena, *groups, count) = group;
        struct group *chosen = &(*groups)[at];
        chosen->since = group.since < chosen->since ? group.since : chosen->since;
        rank_set_add(&chosen->ranks, tracker->processes[i]->record.rank);
    }
    if (count > 1)
        qsort(*groups, count, sizeof **groups, groups_compare);
    return count;
}

void groups_print(const struct tracker *tracker, double now, size_t lines, struct text *out)
{
    struct arena arena = {0};
    struct group *groups = NULL;
    size_t count = groups_collect(tracker, now, &arena, &groups);
    for (size_t i = 0; i < count; i++) {
        if (i < lines) {
            rank_set_print(&groups[i].ranks, out);
            text_addf(out, "  %s%s", groups[i].what, groups[i].function ? groups[i].function : "");
            if (groups[i].since < now)
                text_addf(out, " for %.1f s", now - groups[i].since);
            text_add(out, "\n");
        }
        rank_set_free(&groups[i].ranks);
    }
    if (count > lines)
        text_addf(out, "and %zu more group%s\n", count - lines, count - lines == 1 ? "" : "s");
    arena_free(&arena);
}
