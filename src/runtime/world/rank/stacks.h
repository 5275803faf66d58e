/* stacks.h: the stacks from which the program made its calls, so that each finding can show the
 * whole stack.
 *
 * A rank keeps each stack once, in its block of the segment, for all executions. A call from a
 * known stack is recognised without unwinding: the return addresses of that stack are compared with
 * the memory at the same places. That is safe on the stack of the rank's first thread, whose memory
 * stays. Once the rank has created other threads, stacks are unwound for findings only. A rank that
 * has kept WORLD_STACKS stacks keeps no more: further calls have only their site.
 */
#ifndef TUTTI_RUNTIME_WORLD_RANK_STACKS_H
#define TUTTI_RUNTIME_WORLD_RANK_STACKS_H

#include "runtime/site.h"

/* Notes that this thread is the rank's first. */
void stacks_begin(void);

/* Returns the site combined with the number of its stack (protocol.h); `frame` is that of the
 * wrapper. */
const void *stacks_keep(const char *call, const void *site, const void *frame);

/* Does the same for a place that is no call, and for a call made while the rank had several
 * threads: for these stacks_keep() only looks up known stacks, since unwinding would hold threads
 * up. */
const void *stacks_take(const char *call, const void *site);

/* For wrappers: returns the site of the wrapper's call. */
#define STACK_SITE(call) stacks_keep(call, SITE_HERE, __builtin_frame_address(0))

#endif
