/* buffering.h: standard sends that had to be buffered. */
#ifndef TUTTI_WORLD_SCHEDULE_BUFFERING_H
#define TUTTI_WORLD_SCHEDULE_BUFFERING_H

#include "world/schedule/state.h"

bool buffering_allowed(const struct operation *send);
enum let_go {
    NOBODY_MOVES, /* the send needs a buffer */
    OTHERS_MOVE,  /* something else could happen, but is not to */
    THREADS_RUN,  /* nobody knows */
};
bool buffering_let_go(struct scheduler *scheduler, enum let_go why); /* false: none is blocked */
void buffering_met(struct scheduler *scheduler, const struct operation *send); /* its receive */
void buffering_report(struct scheduler *scheduler);                            /* once */

#endif
