/* limits.h: what a rank of one execution may take (struct world_start), seen from outside.
 *
 * Processor time and memory are looked at now and then, while the scheduler waits. No limit of the
 * kernel would do for memory: those of address space (RLIMIT_AS, RLIMIT_DATA) count what a test
 * reserves and never touches, and where one is reached malloc() fails, which gives crashes that the
 * program does not have otherwise. What counts here is what a rank has written to: its own pages
 * and those that it shares, but not files. */
#ifndef TUTTI_WORLD_PROCESS_LIMITS_H
#define TUTTI_WORLD_PROCESS_LIMITS_H

#include "world/process/processes.h"
#include "world/process/world.h"

enum limit { LIMIT_NONE, LIMIT_PROCESSOR, LIMIT_MEMORY, LIMIT_FILE };

struct reached {
    enum limit limit;
    int rank; /* the first that was seen to have */
};

/* Whether a rank that is there takes more than it may. `start` may be NULL. */
struct reached limits_look(const struct world_start *start, uint32_t ranks,
                           struct processes *processes);

/* Of a rank that has been ended by the kernel for it. */
struct reached limits_ended(const struct world_start *start, const struct world_segment *segment,
                            uint32_t ranks);

/* Seconds that the process has computed. */
double limits_processor(int process);

/* "rank 1 took more than 512 MiB of memory". */
const char *limits_say(const struct reached *reached, const struct world_start *start,
                       struct arena *arena);

#endif
