/* state.h: this process in a test: the segment, its own region, and who may write there.
 *
 * One thread at a time is inside. A signal handler that interrupts it stays outside, as does a
 * process that the program forks: what it does belongs to no rank. */
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

/* Before anything of this folder is used that is not atomic; false: nothing may be done. Keeps
 * errno until state_leave(). */
bool state_enter(void);
void state_leave(void);

/* Called once, when `region` is set: from here on state_enter() lets in. */
bool state_open(void);

/* The names of bits in symbolic_segment.flags. */
static inline bool state_wants(enum symbolic_flag flag)
{
    return state.segment && (state.segment->flags & (uint32_t)flag);
}

#endif
