/* start.h: makes a program that is linked with this archive part of a test.
 *
 * When the program is loaded, the segment that the environment names is mapped, and the flags of
 * edges are mapped over tutti_cover. Without a segment the program runs as usual. Just before
 * main() it is known which rank the process is, and so whether its code is heavy
 * (tutti_symbolic_start() of abi.h). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_START_H
#define TUTTI_RUNTIME_SYMBOLIC_START_H

#include <stdbool.h>

/* Maps the segment; `place` is as in segment.h. Returns false if there is no such segment, or it
 * does not fit the program. */
bool start_map(const char *place);

#endif
