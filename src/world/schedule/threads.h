/* threads.h: finds out whether a thread outside MPI can still act. */
#ifndef TUTTI_WORLD_SCHEDULE_THREADS_H
#define TUTTI_WORLD_SCHEDULE_THREADS_H

#include "world/schedule/state.h"

/* Returns whether no thread can act while all ranks wait in calls. `mixed`: looks only at ranks of
 * which several threads have called MPI. */
bool threads_still(const struct scheduler *scheduler, bool mixed);
bool threads_mixed(const struct scheduler *scheduler); /* there is such a rank */
bool threads_is_busy(int process, int thread); /* it needs a processor: it is in no system call */
int threads_busy(const struct scheduler *scheduler, int rank); /* returns a busy thread; 0: none */

#endif
