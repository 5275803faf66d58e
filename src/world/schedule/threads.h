/* threads.h: whether a thread outside MPI can still act. */
#ifndef TUTTI_WORLD_SCHEDULE_THREADS_H
#define TUTTI_WORLD_SCHEDULE_THREADS_H

#include "world/schedule/state.h"

/* Whether no thread can act while all ranks wait in calls. `mixed`: as far as ranks are concerned
 * of which several threads have called. */
bool threads_still(const struct scheduler *scheduler, bool mixed);
bool threads_mixed(const struct scheduler *scheduler); /* there is such a rank */
bool threads_is_busy(int process, int thread); /* it wants a processor: it is in no system call */
int threads_busy(const struct scheduler *scheduler, int rank); /* one that is; 0: none */

#endif
