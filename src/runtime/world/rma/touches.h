/* touches.h: what the rank itself does to memory of windows: loads and stores of an instrumented
 * program (runtime/memory.h), and buffers that it gives to MPI.
 *
 * They are gathered between two operations of the rank and told before the next, for the scheduler
 * to compare them with what others do there (race.rma). */
#ifndef TUTTI_RUNTIME_WORLD_RMA_TOUCHES_H
#define TUTTI_RUNTIME_WORLD_RMA_TOUCHES_H

#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stdint.h>

struct touch {
    uint64_t low, high;
    bool writes;
    struct world_call at;
    uint32_t issued; /* operations of the rank when it could begin */
};

/* Whether some of it is memory of a window, perhaps. */
bool touches_reach(uint64_t low, uint64_t high);

void touches_note(const struct touch *touch);

/* Tells the scheduler all that is new. */
void touches_tell(void);

#endif
