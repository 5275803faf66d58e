/* pointer.h: moves the shared pointers of files. */
#ifndef TUTTI_WORLD_SCHEDULE_POINTER_H
#define TUTTI_WORLD_SCHEDULE_POINTER_H

#include "world/schedule/state.h"

bool pointer_move(struct scheduler *scheduler); /* for one rank; returns false if no rank asks */

#endif
