/* tracker.h: follows the processes of a job: which of them move, and since when the others do not.
 *
 * Only the monitor has a clock: processes store numbers, and the tracker times their changes. The
 * processes of this node are seen in the board; of those of other nodes their monitors tell
 * (hub.h): that one moves, and, once it stands still, its record. */
#ifndef TUTTI_WATCH_SAMPLE_TRACKER_H
#define TUTTI_WATCH_SAMPLE_TRACKER_H

#include "base/memory.h"
#include "launch/descendants.h"
#include "watch/model/stays.h"
#include "watch/sample/board.h"
#include "watch/sample/vitals.h"

#include <stdbool.h>

struct tracked {
    struct beacon_process record; /* as it was at the last look */
    struct descendant identity;   /* of this node: the one that the record named at the first look;
                                     its program may write over the record later */
    const char *function;         /* the call of the lane that stands for it; NULL: not known */
    uint32_t visits;              /* how often it has called from there */
    struct vitals vitals;         /* when the kernel was last asked */
    double asked;                 /* when that was */
    double since;                 /* when it moved last */
    double suspended;             /* since when it is, by a signal; 0: it is not */
    struct vitals still;          /* soon after that */
    int node;                     /* 0: this one */
    size_t index;                 /* of it among all */
    bool unseen;                  /* the monitor of its node is lost */
};

struct tracker {
    struct tracked **processes; /* in the order in which they came */
    size_t count;
    struct tracked **own; /* those of the board, by their place in it */
    size_t own_count;
    double progress;     /* when a process last moved, as of the last look */
    double latest;       /* the same by now */
    double work;         /* when one outside MPI was last seen to read or write */
    bool gone;           /* all processes have ended */
    struct stays *stays; /* of those outside MPI */
    struct arena arena;
};

void tracker_start(struct tracker *tracker, double now);
void tracker_free(struct tracker *tracker);

/* Looks at all processes of this node. Returns whether one of any node has moved since the last
 * look. */
bool tracker_look(struct tracker *tracker, const struct board *board, double now);

/* What is told of processes of other nodes. */
struct tracked *tracker_add(struct tracker *tracker, int node, double now);
void tracker_moves(struct tracker *tracker, struct tracked *process, double now);
/* Where it was is over: to be said before the record of it is written over. */
void tracker_leaves(struct tracker *tracker, const struct tracked *process, double now);
void tracker_vitals(struct tracker *tracker, struct tracked *process, const struct vitals *vitals,
                    double now);
/* Nothing is known of the processes of the node any more, or is again. */
void tracker_lose(struct tracker *tracker, int node, bool lost);

/* The lane that stands for a process: the one inside a call, or the one that called last. NULL: it
 * has made no call yet. */
const struct beacon_lane *tracker_lane(const struct tracked *process);
/* Where it is, as a number: the call it is in, or the one after which it computes; 0: before all
 * calls. Equal for processes of the same program. */
uint64_t tracker_place(const struct tracked *process);
/* It has not ended, as far as is known. */
bool tracker_alive(const struct tracked *process);
/* Inside a call that can wait, or before MPI_Init and after MPI_Finalize. */
bool tracker_inside(const struct tracked *process);
/* Asks again and again whether something has happened. */
bool tracker_polls(const struct tracked *process);
/* Neither, and it has not ended: it computes, or does nothing. */
bool tracker_outside(const struct tracked *process);

/* More ranks than that no process is believed to have: it wrote over its record. */
enum { TRACKER_RANKS = 1 << 20 };

/* How many ranks the job has; 0: no process knows. */
int tracker_size(const struct tracker *tracker);

/* The processes by their world rank; NULL for those that are not there. Returns the size. The
 * list lives in the arena. */
int tracker_ranks(const struct tracker *tracker, struct arena *arena,
                  const struct tracked ***ranks);

#endif
