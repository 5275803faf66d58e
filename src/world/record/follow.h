/* follow.h: replays an execution, and notes where it differs. */
#ifndef TUTTI_WORLD_RECORD_FOLLOW_H
#define TUTTI_WORLD_RECORD_FOLLOW_H

#include "world/schedule/state.h"

void follow_step(struct scheduler *scheduler, int rank); /* compares the last step of the rank */

/* Returns the index of the alternative that a run takes: the first one or, in a replay, the
 * recorded one. Adds it to the record. */
size_t follow_choice(struct scheduler *scheduler, enum choice_kind kind,
                     const struct operation *operation, size_t alternatives);
void follow_end(struct scheduler *scheduler, enum outcome outcome);

#endif
