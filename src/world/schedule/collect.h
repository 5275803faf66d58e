/* collect.h: matches collectives: the n-th call of each member on a communicator. */
#ifndef TUTTI_WORLD_SCHEDULE_COLLECT_H
#define TUTTI_WORLD_SCHEDULE_COLLECT_H

#include "world/schedule/state.h"

void collect_start(struct scheduler *scheduler);
void collect_post(struct scheduler *scheduler, struct operation *operation);
void collect_members(struct scheduler *scheduler, const struct world_op *op);
void collect_read(struct scheduler *scheduler, const struct world_op *op, int rank);
/* Lists the ranks that a collective waits for, in the order of their indices. */
size_t collect_missing(const struct scheduler *scheduler, const struct operation *operation,
                       int *ranks);
/* Returns whether MPI lets it complete: all members that it needs have arrived. */
bool collect_may_leave(const struct operation *operation);
/* Lists the ranks that have not called it, in the order of their indices. */
size_t collect_absent(const struct scheduler *scheduler, const struct instance *instance,
                      int *ranks);

bool collect_is_window(const struct scheduler *scheduler, int32_t context);

#endif
