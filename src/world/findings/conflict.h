/* conflict.h: finds accesses to memory of windows that nothing orders (race.rma).
 *
 * It considers one-sided operations, from the call to the synchronisation that completes them, and
 * accesses of the owner of the memory: its loads and stores, if the program is instrumented, and
 * its other MPI calls. Two accesses conflict if they have a byte in common, one writes, MPI does
 * not allow them together (MPI 4.0, section 12.7), and neither happens before the other
 * (order.h). */
#ifndef TUTTI_WORLD_FINDINGS_CONFLICT_H
#define TUTTI_WORLD_FINDINGS_CONFLICT_H

#include "world/schedule/state.h"

/* Notes that the first `ranges` ranges of an OP_ACCESS are applied now. */
void conflict_access(struct scheduler *scheduler, const struct operation *operation,
                     uint32_t ranges);
/* Notes accesses of a rank itself to memory of windows: OP_TOUCHED. */
void conflict_touched(struct scheduler *scheduler, int rank, const struct world_op *op);
/* Notes a fence that does not wait for other ranks. All that its rank did before comes before
 * accesses of others to its memory after their own fence. */
void conflict_fence(struct scheduler *scheduler, const struct operation *fence);

#endif
