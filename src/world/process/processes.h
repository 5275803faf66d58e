/* processes.h: the processes of the world, as the kernel knows them.
 *
 * Ranks write the number of their process into the segment, where a wild store of the program may
 * put any number. So a number is believed only if its process descends from what the command has
 * started. No other process is ever signalled, read, or given to a debugger. */
#ifndef TUTTI_WORLD_PROCESS_PROCESSES_H
#define TUTTI_WORLD_PROCESS_PROCESSES_H

#include "runtime/world/protocol.h"

#include <stdbool.h>
#include <sys/types.h>

struct processes;

/* `root` is their common ancestor. */
struct processes *processes_new(const struct world_segment *segment, int ranks, pid_t root);
void processes_free(struct processes *processes); /* NULL is fine */

/* Returns the number if it is one of these processes; otherwise 0. */
pid_t processes_check(const struct processes *processes, pid_t said);

/* Returns the process of a rank, for reading; it was checked when it was first seen. 0: it has
 * none. `processes` may be NULL: then no rank has one. */
pid_t processes_rank(struct processes *processes, int rank);

/* Sends a signal to the process of a rank. */
void processes_signal_rank(struct processes *processes, int rank, int signal);
/* Sends a signal to one thread of the rank's process. The kernel has no descriptor for a thread, so
 * the process is checked just before. */
void processes_signal_thread(const struct processes *processes, int rank, int thread, int signal);
/* Sends a signal to the process that starts the ranks. */
void processes_signal_template(struct processes *processes, int signal);

#endif
