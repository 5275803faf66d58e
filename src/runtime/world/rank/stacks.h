/* stacks.h: from where the program made its calls, so that each finding can show the whole stack.
 *
 * A rank keeps each stack once, in its block of the segment, for all executions. A call from where
 * one was made before is known without unwinding: the return addresses of that stack are compared
 * with what lies at the same places now. That is safe on the stack of the thread that the rank
 * began with, whose memory stays. Once the rank has made other threads nothing more is unwound but
 * for findings. A rank that has kept WORLD_STACKS of them keeps no more: further calls have their
 * site alone.
 */
#ifndef TUTTI_RUNTIME_WORLD_RANK_STACKS_H
#define TUTTI_RUNTIME_WORLD_RANK_STACKS_H

#include "runtime/site.h"

/* This thread is the one that the rank began with. */
void stacks_begin(void);

/* The site with the number of its stack above (protocol.h); `frame` is that of the wrapper. */
const void *stacks_keep(const char *call, const void *site, const void *frame);

/* The same for what is no call, and for a call that was made while the rank had several threads: of
 * those only stacks that are known already are kept, so that threads are not held up. */
const void *stacks_take(const char *call, const void *site);

/* In a wrapper: where it was called. */
#define STACK_SITE(call) stacks_keep(call, SITE_HERE, __builtin_frame_address(0))

#endif
