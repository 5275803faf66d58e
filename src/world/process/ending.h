/* ending.h: how ranks ended, and what they were doing when the execution was stopped from outside.
 *
 * A rank says of its end what it can (runtime/world/rank/ending.h); its status is the truth. Where
 * it could say nothing, such as after SIGKILL, the place is its last MPI call. */
#ifndef TUTTI_WORLD_PROCESS_ENDING_H
#define TUTTI_WORLD_PROCESS_ENDING_H

#include "world/schedule/scheduler.h"

/* Whether the rank ended in a way that leaves the others no chance: killed, or without
 * MPI_Finalize. */
bool ending_failed(const struct scheduler *scheduler, int rank);

/* Whether an operation is one of those with which a program begins: it shares an input, waits for
 * all ranks, or makes communicators. */
bool ending_is_start(const struct world_op *op);

/* A finding for each way in which ranks ended that they should not have. */
void ending_report(struct scheduler *scheduler);

/* The program was killed by the signal before there was a rank; `end` is what it said, if it could.
 */
void ending_report_early(struct document *document, const struct world_end *end, int signal,
                         const char *before);

/* The exit status of the program as mpiexec would give it: that of the first rank that failed. */
int ending_exit_code(const struct scheduler *scheduler);

/* What a rank that is still there does. */
struct doing {
    struct location at; /* with a call: it waits in it */
    bool busy;          /* else: it computes, or is in a system call */
};

/* Of all ranks that have not ended. Stops those that run: to be asked at the end only. */
size_t ending_doings(struct scheduler *scheduler, struct doing **doings);

/* If the time limit came while one rank computed and all others waited for it, or a thread and all
 * ranks, that is a finding: more than half of the time without an MPI call of anybody. */
void ending_report_loop(struct scheduler *scheduler, const struct doing *doings, size_t count);

/* Ranks were stopped because one has computed for so many seconds: a finding with those that have
 * computed for more than half as long. Asks where they are, as ending_doings() does. */
void ending_report_endless(struct scheduler *scheduler, double seconds);

/* "rank 0 computes at a.c:12; ranks 1-3 wait in MPI_Barrier at a.c:20". */
const char *ending_say_doings(struct arena *arena, const struct doing *doings, size_t count);

#endif
