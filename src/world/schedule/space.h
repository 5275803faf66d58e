/* space.h: whether a buffered message has left the buffer that its sender attached.
 *
 * MPI takes a message out of it at some time after it was received (MPI 4.0, section 3.6). Which
 * rank is faster is open, so an exploration tries both: the message is out, or not yet. Not so
 * where the sender knows that it was received, since it has heard from the receiver, over any
 * number of others: then its space is free in every execution. */
#ifndef TUTTI_WORLD_SCHEDULE_SPACE_H
#define TUTTI_WORLD_SCHEDULE_SPACE_H

#include "world/schedule/state.h"

void space_post(struct scheduler *scheduler, const struct operation *send);
/* A receive has met the message. */
void space_met(struct scheduler *scheduler, const struct operation *receive,
               const struct operation *send);
/* The call has completed the request at this place. */
void space_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place);
/* Of OP_SPACE: 1 + the place of a message whose space is free in any case; 0: none. */
uint32_t space_free(const struct scheduler *scheduler, const struct operation *wait);

#endif
