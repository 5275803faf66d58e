/* state.h: the state of this process in a test: the segment, its own region, and which thread may
 * write there.
 *
 * One thread at a time is inside. A signal handler that interrupts it stays outside. So does a
 * process that the program forks: its actions belong to no rank. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_STATE_H
#define TUTTI_RUNTIME_SYMBOLIC_STATE_H

#include "runtime/symbolic/abi.h"
#include "runtime/symbolic/segment.h"

#include <stdbool.h>

struct state {
    struct symbolic_segment *segment; /* NULL: the program is not being tested */
    struct symbolic_region *region;   /* of this rank; NULL: it runs light code */
    uint32_t rank;
};

extern struct state state;

/* Enters; necessary before any use of this folder's functions that are not atomic. Returns false if
 * nothing may be done. errno is kept until state_leave(). */
bool state_enter(void);
void state_leave(void);

/* Lets state_enter() succeed from now on. Called once, when `region` is set. */
bool state_open(void);

/* Returns whether a flag of symbolic_segment.flags is set. */
static inline bool state_wants(enum symbolic_flag flag)
{
    return state.segment && (state.segment->flags & (uint32_t)flag);
}

#endif
