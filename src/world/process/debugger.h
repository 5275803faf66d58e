/* debugger.h: gdb on one rank, beside the execution.
 *
 * gdb has the command's standard input and, if that is a terminal, the foreground: Ctrl-C is for
 * gdb alone. It ends with the command. */
#ifndef TUTTI_WORLD_PROCESS_DEBUGGER_H
#define TUTTI_WORLD_PROCESS_DEBUGGER_H

#include "base/error.h"
#include "launch/process.h"
#include "runtime/world/protocol.h"
#include "world/process/processes.h"

#include <stdbool.h>

/* Whether there is a gdb; otherwise the error says how to get it. */
int debugger_check(struct error *error);

struct debugger;

/* Waits until the rank, which is to be debugged, has come to MPI_Init, then starts gdb, which lets
 * it run until that returns. NULL: none is to be debugged, or it never came there. */
int debugger_attach(const struct world_segment *segment, int rank, struct processes *processes,
                    struct process *process, struct debugger **result, struct error *error);

/* Whether gdb ended without having attached. */
bool debugger_failed(struct debugger *debugger);

/* Waits until gdb is left, so that a rank can be looked at also when the execution is over. */
int debugger_finish(struct debugger *debugger, struct process *process, struct error *error);

#endif
