/* tracker.h: follows the processes of a job: which of them move, and since when the others do not.
 *
 * Only the monitor has a clock: processes store numbers, and the tracker times their changes. It
 * reads the processes of this node from the board. The monitors of other nodes (hub.h) report that
 * a process moves and, once it stands still, its record. */
#ifndef TUTTI_WATCH_SAMPLE_TRACKER_H
#define TUTTI_WATCH_SAMPLE_TRACKER_H

#include "base/memory.h"
#include "launch/descendants.h"
#include "watch/model/stays.h"
#include "watch/sample/board.h"
#include "watch/sample/vitals.h"

#include <stdbool.h>

struct tracked {
    struct beacon_process record; /* copy of its record, as of the last look */
    struct descendant identity; /* of a process of this node: the identity that the record named at
                                   the first look; the program may overwrite the record later */
    const char *function;       /* function of the lane that stands for it; NULL: not known */
    uint32_t visits;            /* number of its calls from that place */
    struct vitals vitals;       /* the kernel's last answer about it */
    double asked;               /* time of that answer */
    double since;               /* time of its last move */
    double suspended;           /* time since which a signal has stopped it; 0: it is not stopped */
    struct vitals still;        /* vitals from soon after its last move */
    int node;                   /* 0: this one */
    size_t index;               /* its index in the list of all processes */
    bool unseen;                /* the monitor of its node is lost */
};

struct tracker {
    struct tracked **processes; /* in order of appearance */
    size_t count;
    struct tracked **own; /* the processes of the board, by their places in it */
    size_t own_count;
    double progress;     /* time of the last move of any process, as of the last look */
    double latest;       /* the same, as of now */
    double work;         /* time when a process outside MPI was last seen to read or write */
    bool gone;           /* all processes have ended */
    struct stays *stays; /* stays of processes outside MPI */
    struct arena arena;
};

void tracker_start(struct tracker *tracker, double now);
void tracker_free(struct tracker *tracker);

/* Looks at all processes of this node. Returns whether a process of any node has moved since the
 * last look. */
bool tracker_look(struct tracker *tracker, const struct board *board, double now);

/* Note what other monitors report about processes of their nodes. */
struct tracked *tracker_add(struct tracker *tracker, int node, double now);
void tracker_moves(struct tracker *tracker, struct tracked *process, double now);
/* Notes that it left its place. Call this before its record is overwritten. */
void tracker_leaves(struct tracker *tracker, const struct tracked *process, double now);
void tracker_vitals(struct tracker *tracker, struct tracked *process, const struct vitals *vitals,
                    double now);
/* Notes that nobody looked for a while: all processes count as having moved just now. */
void tracker_return(struct tracker *tracker, double now);
/* Notes that the monitor of a node is lost, or is back. */
void tracker_lose(struct tracker *tracker, int node, bool lost);

/* Returns the lane that stands for a process: the one inside a call, or the one that called last.
 * NULL: it has made no call yet. */
const struct beacon_lane *tracker_lane(const struct tracked *process);
/* Returns the place of a process as a number that is equal for processes of the same program: the
 * call that it is in, or the call after which it computes; 0: before all calls. */
uint64_t tracker_place(const struct tracked *process);
/* Returns whether it has not ended, as far as is known. */
bool tracker_alive(const struct tracked *process);
/* Returns whether it is inside a call that can wait, before MPI_Init or after MPI_Finalize. */
bool tracker_inside(const struct tracked *process);
/* Returns whether it polls. */
bool tracker_polls(const struct tracked *process);
/* Returns whether it is alive and neither inside a call nor polling: it computes, or does nothing.
 */
bool tracker_outside(const struct tracked *process);

/* Limit on ranks that a record may state; beyond it, the process has overwritten its record. */
enum { TRACKER_RANKS = 1 << 20 };

/* Returns the number of ranks of the job; 0: no process knows. */
int tracker_size(const struct tracker *tracker);

/* Lists the processes by their world rank; NULL for missing ones. Returns the size. The list lives
 * in the arena. */
int tracker_ranks(const struct tracker *tracker, struct arena *arena,
                  const struct tracked ***ranks);

#endif
