/* follow.h: replays an execution, and notes where it went another way. */
#ifndef TUTTI_WORLD_RECORD_FOLLOW_H
#define TUTTI_WORLD_RECORD_FOLLOW_H

#include "world/schedule/state.h"

void follow_step(struct scheduler *scheduler, int rank); /* the last that the rank did */
void follow_decision(struct scheduler *scheduler, struct decision *decision); /* sets chosen */
void follow_end(struct scheduler *scheduler, enum outcome outcome);

#endif
