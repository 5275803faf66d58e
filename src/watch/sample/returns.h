/* returns.h: whether a thread has come back to a place in its code, without ever stopping it.
 *
 * A counter of the kernel at an address (perf_event_open(2), one of the processor's breakpoints).
 * It is gone with its descriptor, whatever becomes of this process. */
#ifndef TUTTI_WATCH_SAMPLE_RETURNS_H
#define TUTTI_WATCH_SAMPLE_RETURNS_H

#include <stdint.h>
#include <sys/types.h>

/* A descriptor to be closed; -1: the kernel does not permit it, or cannot (errno). */
int returns_open(pid_t thread, uint64_t address);

/* How often the thread has been there since. */
uint64_t returns_count(int descriptor);

#endif
