/* ending.h: finds out how ranks ended, and what they did when the execution was stopped from
 * outside.
 *
 * A rank records its end if it can (runtime/world/rank/ending.h); its exit status decides. If it
 * could record nothing, for example after SIGKILL, the place is its last MPI call. */
#ifndef TUTTI_WORLD_PROCESS_ENDING_H
#define TUTTI_WORLD_PROCESS_ENDING_H

#include "world/schedule/scheduler.h"

/* Returns whether the rank failed, so that the others cannot continue: it was killed, or ended
 * without MPI_Finalize. */
bool ending_failed(const struct scheduler *scheduler, int rank);

/* Returns whether an operation belongs to the start of a program: it shares an input, waits for all
 * ranks, or creates communicators. */
bool ending_is_start(const struct world_op *op);

/* Adds a finding for each way in which ranks failed. */
void ending_report(struct scheduler *scheduler);

/* Adds a finding for a program that a signal killed before it had ranks; `end` is its record, if
 * any. */
void ending_report_early(struct document *document, const struct world_end *end, int signal,
                         const char *before);

/* Returns the exit status that mpiexec would return: that of the first rank that failed. */
int ending_exit_code(const struct scheduler *scheduler);

/* What a rank that has not ended is doing. */
struct doing {
    struct location at; /* with a call: the rank waits in it */
    bool busy;          /* without a call: the rank computes, otherwise it is in a system call */
};

/* Lists what every rank that has not ended is doing. Stops the ranks that run, so call it only at
 * the end. */
size_t ending_doings(struct scheduler *scheduler, struct doing **doings);

/* Adds a finding if no rank called MPI for more than half of the time limit, while one rank
 * computed and all others waited, or while a thread computed and all ranks waited. */
void ending_report_loop(struct scheduler *scheduler, const struct doing *doings, size_t count);

/* Adds a finding after ranks were stopped because one of them had computed for `seconds`. It names
 * all ranks that computed for more than half as long, and their places, as ending_doings() does. */
void ending_report_endless(struct scheduler *scheduler, double seconds);

/* Returns a text such as "rank 0 computes at a.c:12; ranks 1-3 wait in MPI_Barrier at a.c:20". */
const char *ending_say_doings(struct arena *arena, const struct doing *doings, size_t count);

#endif
