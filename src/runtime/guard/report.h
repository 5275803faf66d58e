/* report.h: reports to the command which calls matched a trigger, and what was done. */
#ifndef TUTTI_RUNTIME_GUARD_REPORT_H
#define TUTTI_RUNTIME_GUARD_REPORT_H

#include "runtime/guard/call.h"
#include "runtime/guard/format.h"

/* Called when MPI is initialised, with the rank of the process and how many there are. */
void report_start(int rank, int size);

/* Reports a call that matched a trigger of the class ('D', 'G', 'X'). `what` says why, in numbers.
 * Repairs in the same place are counted. `nanoseconds`: the cost of the repair, without the call
 * itself. */
void report_event(enum guard_function function, char class, enum guard_action action,
                  uint64_t nanoseconds, const char *what);

/* Writes the totals, before MPI_Finalize and the end of a session. `seen` is the number of calls
 * that were checked. */
void report_end(uint64_t seen);

uint64_t report_clock(void); /* nanoseconds */

#endif
