/* space.h: finds out whether a buffered message has left the buffer that its sender attached.
 *
 * MPI removes a message some time after it was received (MPI 4.0, section 3.6). Which rank is
 * faster is open, so a search tries both: the message is gone, or not yet. If the sender has heard
 * from the receiver since, directly or through other ranks, the space is free in every execution.
 */
#ifndef TUTTI_WORLD_SCHEDULE_SPACE_H
#define TUTTI_WORLD_SCHEDULE_SPACE_H

#include "world/schedule/state.h"

void space_post(struct scheduler *scheduler, const struct operation *send);
/* Notes that a receive took the message. */
void space_met(struct scheduler *scheduler, const struct operation *receive,
               const struct operation *send);
/* Notes that the call completed the request at this place. */
void space_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place);
/* For an OP_SPACE: returns 1 + the place of a message whose space is free in every execution; 0:
 * there is none. */
uint32_t space_free(const struct scheduler *scheduler, const struct operation *wait);

#endif
