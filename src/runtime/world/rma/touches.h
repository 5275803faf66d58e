/* touches.h: accesses of the rank itself to memory of windows: loads and stores of an instrumented
 * program (runtime/memory.h), and buffers that it gives to MPI.
 *
 * They are gathered between two operations of the rank and reported before the next. The scheduler
 * compares them with the accesses of other ranks (race.rma). */
#ifndef TUTTI_RUNTIME_WORLD_RMA_TOUCHES_H
#define TUTTI_RUNTIME_WORLD_RMA_TOUCHES_H

#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

struct touch {
    uint64_t low, high;
    bool writes;
    struct world_call at;
    uint32_t issued; /* number of the rank's last operation before the access could begin */
};

/* Returns whether a part of this memory may belong to a window. */
bool touches_reach(uint64_t low, uint64_t high);

void touches_note(const struct touch *touch);

/* Reports all gathered accesses to the scheduler. */
void touches_tell(void);

#endif
