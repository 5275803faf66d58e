/* limits.h: checks the limits of the ranks of an execution (struct world_start) from outside.
 *
 * The command reads processor time and memory several times a second, while the scheduler waits.
 * The limits of the kernel do not fit for memory: those of address space (RLIMIT_AS, RLIMIT_DATA)
 * count memory that a test reserves and never touches, and when one is reached, malloc() fails,
 * which causes crashes that the program does not have otherwise. The limit here counts memory that
 * a rank has written to: its own pages and the shared ones, but not files. */
#ifndef TUTTI_WORLD_PROCESS_LIMITS_H
#define TUTTI_WORLD_PROCESS_LIMITS_H

#include "world/process/processes.h"
#include "world/process/world.h"

enum limit { LIMIT_NONE, LIMIT_PROCESSOR, LIMIT_MEMORY, LIMIT_FILE };

struct reached {
    enum limit limit;
    int rank; /* the first rank that was seen to exceed the limit; -1: none */
};

/* Returns the limit of time or memory that a running rank exceeds. `start` may be NULL. */
struct reached limits_look(const struct world_start *start, uint32_t ranks,
                           struct processes *processes);

/* Returns the limit of file sizes, if the kernel ended a rank because of it. */
struct reached limits_ended(const struct world_start *start, const struct world_segment *segment,
                            uint32_t ranks);

/* Returns the processor time of the process in seconds. */
double limits_processor(int process);

/* Returns a text such as "rank 1 took more than 512 MiB of memory". */
const char *limits_say(const struct reached *reached, const struct world_start *start,
                       struct arena *arena);

#endif
