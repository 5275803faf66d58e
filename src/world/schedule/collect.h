/* collect.h: collectives: the n-th of every member. */
#ifndef TUTTI_WORLD_SCHEDULE_COLLECT_H
#define TUTTI_WORLD_SCHEDULE_COLLECT_H

#include "world/schedule/state.h"

void collect_start(struct scheduler *scheduler);
void collect_post(struct scheduler *scheduler, struct operation *operation);
void collect_members(struct scheduler *scheduler, const struct world_op *op);
void collect_read(struct scheduler *scheduler, const struct world_op *op, int rank);
/* The ranks that a collective waits for, in the order of their indices. */
size_t collect_missing(const struct scheduler *scheduler, const struct operation *operation,
                       int *ranks);
/* Whether MPI would let it go on: all that it needs have come. */
bool collect_may_leave(const struct operation *operation);
/* The ranks that have not called it, in the order of their indices. */
size_t collect_absent(const struct scheduler *scheduler, const struct instance *instance,
                      int *ranks);

bool collect_is_window(const struct scheduler *scheduler, int32_t context);

#endif
