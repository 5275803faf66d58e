/* fit.h: asks whether a datatype fits the memory that it is given with, as the program declares it.
 *
 * A rank cannot read its own debug information: the command does (src/world/fit.c), while the rank
 * waits. It asks once for each place in the program, datatype and buffer, of the first
 * FIT_BUFFERS_MAX buffers there; what was right once is not asked about again in any execution.
 * What is wrong is a finding, and the rank goes on. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_FIT_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_FIT_H

#include "runtime/world/datatype/datatype.h"
#include "runtime/world/rank/rank.h"

enum { FIT_BUFFERS_MAX = 8 };

/* `argument` is what MPI calls the buffer. */
void fit_check(const struct world_call *at, const char *argument, const void *buffer,
               uint64_t count, const struct datatype_info *info);

#endif
