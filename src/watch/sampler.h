/* attach.h: watches processes that already run, by looking at their stacks now and then.
 *
 * Without the beacon nothing is known but in which function of MPI a rank is, if any. Two models:
 * the gaps between looks at which a rank has moved, by the history of the job (gaps.h), or
 * ParaStack's (parastack.h), which looks at few ranks and needs many. After an alarm two looks at
 * every rank tell a hang from a slow spell (slowdown.h). Each look stops a rank for tens of
 * microseconds. */
#ifndef TUTTI_WATCH_ATTACH_H
#define TUTTI_WATCH_ATTACH_H

#include "finding/finding.h"
#include "watch/gaps.h"
#include "watch/parastack.h"
#include "watch/process_view.h"
#include "watch/slowdown.h"
#include "watch/stack_tree.h"

struct attached {
    pid_t pid;
    int rank;
    struct process_view *view; /* NULL: it has ended */
};

struct attach {
    struct attached *ranks; /* in the order of their ranks */
    size_t count;
    double pause;            /* seconds from the last look to the next */
    struct parastack *paper; /* NULL: the history of the job decides */
    struct gaps *gaps;
    double budget;            /* false alarms per day */
    struct stack_look *looks; /* the last ones */
    double moved;             /* when a rank last did, as clock_seconds() */
    double limit;             /* that was exceeded */
    bool hangs;
    uint64_t looks_taken; /* at single ranks */
    double stopped_us;    /* the longest time that one stopped a rank */
    size_t withdrawn;     /* alarms */
    struct arena arena;
};

/* The processes of a job: those given, or, of one that has no MPI library mapped such as mpiexec,
 * those that stem from it and have. Ranks are as the launcher told them, else in the order of the
 * numbers. Refuses if there is none, or if the kernel does not permit to look. */
int attach_open(struct attach *attach, const pid_t *pids, size_t count, struct error *error);
/* By which model; `budget` is in false alarms per day, and not for ParaStack's. */
void attach_start(struct attach *attach, bool paper, double budget);
void attach_close(struct attach *attach);

/* One sample, `attach->pause` seconds after the last. Returns how many of the processes are
 * still there. */
size_t attach_look(struct attach *attach);

/* Adds the finding of a hang to the document, and all stacks to the tree. */
void attach_diagnose(struct attach *attach, struct document *document, struct stack_tree *tree);

#endif
