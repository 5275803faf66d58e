/* processes.h: the processes of the world, as the kernel knows them.
 *
 * Ranks say in the segment which process they are, and a wild store of the program may put any
 * number there. So a number is believed only if that process stems from what the command has
 * started; nobody else is sent a signal, read, or given to a debugger. */
#ifndef TUTTI_WORLD_PROCESS_PROCESSES_H
#define TUTTI_WORLD_PROCESS_PROCESSES_H

#include "runtime/world/protocol.h"

#include <stdbool.h>
#include <sys/types.h>

struct processes;

/* `root` is the process that all of them stem from. */
struct processes *processes_new(const struct world_segment *segment, int ranks, pid_t root);
void processes_free(struct processes *processes); /* NULL is nothing */

/* 0: the number is none of ours. */
pid_t processes_check(const struct processes *processes, pid_t said);

/* To look at: the rank's process, checked when it was seen first. 0: it has none. `processes` may
 * be NULL: then none has. */
pid_t processes_rank(struct processes *processes, int rank);

/* For SIGKILL and the like. */
void processes_signal_rank(struct processes *processes, int rank, int signal);
/* One thread of the rank's process; the kernel has no descriptor that holds on to a thread, so the
 * process is checked just before. */
void processes_signal_thread(const struct processes *processes, int rank, int thread, int signal);
/* The process that starts the ranks. */
void processes_signal_template(struct processes *processes, int signal);

#endif
