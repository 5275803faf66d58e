/* conflict.h: accesses to memory of windows that nothing orders (race.rma).
 *
 * One-sided operations, from the call to the synchronisation that completes them, and what the
 * owner of the memory does itself: its loads and stores, where the program is instrumented, and
 * its other calls of MPI. Two conflict if they have a byte in common, one writes, MPI does not
 * allow them together (MPI 4.0, section 12.7), and neither comes before the other (order.h). */
#ifndef TUTTI_WORLD_CONFLICT_H
#define TUTTI_WORLD_CONFLICT_H

#include "world/state.h"

/* So many ranges of an OP_ACCESS are applied now. */
void conflict_access(struct scheduler *scheduler, const struct operation *operation,
                     uint32_t ranges);
/* A rank has touched memory of windows itself: OP_TOUCHED. */
void conflict_touched(struct scheduler *scheduler, int rank, const struct world_op *op);
/* A fence that does not wait for others: what its rank did before comes before what others do to
 * its memory behind theirs. */
void conflict_fence(struct scheduler *scheduler, const struct operation *fence);

#endif
