/* debugger.h: runs gdb on one rank during an execution.
 *
 * gdb gets the command's standard input and, if that is a terminal, the foreground: Ctrl-C goes
 * only to gdb. It ends with the command. */
#ifndef TUTTI_WORLD_PROCESS_DEBUGGER_H
#define TUTTI_WORLD_PROCESS_DEBUGGER_H

#include "base/error.h"
#include "launch/process.h"
#include "runtime/world/protocol.h"
#include "world/process/processes.h"

#include <stdbool.h>

/* Fails if gdb is not installed; the error says how to install it. */
int debugger_check(struct error *error);

struct debugger;

/* Waits until the rank to debug has reached MPI_Init, and starts gdb, which runs the rank until
 * MPI_Init returns. `*result` is NULL if no rank is to be debugged, or if the rank never reached
 * MPI_Init. */
int debugger_attach(const struct world_segment *segment, int rank, struct processes *processes,
                    struct process *process, struct debugger **result, struct error *error);

/* Returns whether gdb ended without attaching. */
bool debugger_failed(struct debugger *debugger);

/* Waits until the user leaves gdb, so that a rank can be inspected after the execution is over. */
int debugger_finish(struct debugger *debugger, struct process *process, struct error *error);

#endif
