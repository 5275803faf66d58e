/* fit.h: asks whether a datatype fits the memory that it is used with, as the program declares it.
 *
 * A rank cannot read its own debug information. The command does so (src/world/findings/fit.c)
 * while the rank waits. The rank asks once for each place in the program, datatype and buffer, for
 * the first FIT_BUFFERS_MAX buffers there. What was right once is not asked again in any execution.
 * A datatype that does not fit is a finding, and the rank goes on. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_FIT_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_FIT_H

#include "runtime/world/datatype/datatype.h"
#include "runtime/world/rank/rank.h"

enum { FIT_BUFFERS_MAX = 8 };

/* `argument` is the name of the buffer in the MPI standard. */
void fit_check(const struct world_call *at, const char *argument, const void *buffer,
               uint64_t count, const struct datatype_info *info);

#endif
