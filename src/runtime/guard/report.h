/* report.h: what this process tells the command: calls that met a trigger, and what was done. */
#ifndef TUTTI_RUNTIME_GUARD_REPORT_H
#define TUTTI_RUNTIME_GUARD_REPORT_H

#include "runtime/guard/call.h"
#include "runtime/guard/format.h"

/* MPI is up: learn the rank. */
void report_start(void);

/* A call met a trigger of the class ('D', 'G', 'X'). `what` says in numbers why. Repairs of the
 * same place are counted. `nanoseconds`: what the repair cost besides the call itself. */
void report_event(enum guard_function function, char class, enum guard_action action,
                  uint64_t nanoseconds, const char *what);

/* Writes the totals, before MPI_Finalize. `seen` is how many calls were looked at. */
void report_end(uint64_t seen);

uint64_t report_clock(void); /* nanoseconds */

#endif
