/* returns.h: counts how often a thread returns to a place in its code, without ever stopping it.
 *
 * It uses a counter of the kernel at an address (perf_event_open(2), one of the processor's
 * breakpoints). The counter disappears with its descriptor, however this process ends.
 */
#ifndef TUTTI_WATCH_SAMPLE_RETURNS_H
#define TUTTI_WATCH_SAMPLE_RETURNS_H

#include <stdint.h>
#include <sys/types.h>

/* Returns a descriptor that the caller closes; -1: the kernel does not permit it, or cannot do it
 * (errno). */
int returns_open(pid_t thread, uint64_t address);

/* Returns how often the thread has been there since the counter was opened. */
uint64_t returns_count(int descriptor);

#endif
