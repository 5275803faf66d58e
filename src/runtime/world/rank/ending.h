/* ending.h: records how a rank ends, so that a finding can say where and why: the signal, the
 * assertion, the call of exit or MPI_Abort.
 *
 * The program keeps its own behaviour: a handler that it has stays, one that it sets later replaces
 * ours, and each signal takes its course (a core file) after it was recorded. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_ENDING_H
#define TUTTI_RUNTIME_WORLD_RANK_ENDING_H

#include "runtime/world/rank/rank.h"

/* Watches for the end of this process. Called in a rank when MPI is initialised, and in the program
 * before that, when it starts. */
void ending_watch(void);

/* Ends the rank for MPI_Abort. */
void ending_abort(const struct world_call *at, int code) __attribute__((noreturn));

#endif
