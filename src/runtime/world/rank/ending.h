/* ending.h: what a rank says of its end, so that it can be told from where and why it ended: the
 * signal that struck, the assertion, the call of exit or MPI_Abort.
 *
 * Nothing of the program's own is in the way: a handler that it has stays, one that it sets later
 * replaces ours, and each signal takes its course (a core file) after it was noted. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_ENDING_H
#define TUTTI_RUNTIME_WORLD_RANK_ENDING_H

#include "runtime/world/rank/rank.h"

/* In a rank, when MPI is initialised; and in the program before, when it starts. */
void ending_watch(void);

/* MPI_Abort. */
void ending_abort(const struct world_call *at, int code) __attribute__((noreturn));

#endif
