/* start.h: how a program that is linked with this archive becomes part of a test.
 *
 * When it is loaded, the segment that the environment names is mapped, and the flags of edges over
 * tutti_cover; without one the program runs as usual. Which rank a process is, and so whether its
 * code is heavy, is known when main() is about to begin (tutti_symbolic_start() of abi.h). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_START_H
#define TUTTI_RUNTIME_SYMBOLIC_START_H

#include <stdbool.h>

/* `place` is as in segment.h. False: there is no such segment, or it does not fit the program. */
bool start_map(const char *place);

#endif
