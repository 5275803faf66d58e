/* buffering.h: releases standard sends that block all ranks, and reports the one to blame. */
#ifndef TUTTI_WORLD_SCHEDULE_BUFFERING_H
#define TUTTI_WORLD_SCHEDULE_BUFFERING_H

#include "world/schedule/state.h"

bool buffering_allowed(const struct operation *send); /* whether MPI may buffer it */

/* Why blocked sends are released. */
enum release_reason {
    NOBODY_MOVES, /* no rank can move: the send needs a buffer */
    OTHERS_MOVE,  /* other ranks could move, but the script does not want that */
    THREADS_RUN,  /* a thread outside MPI may still receive it */
};
/* Lets all standard sends that ranks wait for complete; returns false if there are none. */
bool buffering_release(struct scheduler *scheduler, enum release_reason why);
void buffering_met(struct scheduler *scheduler, const struct operation *send); /* it is received */
void buffering_report(struct scheduler *scheduler); /* reports the send to blame, once */

#endif
