/* operators.h: the reduction operations of the program: what they are, so that ranks can be
 * compared, and how long they live. An operation may be freed while nonblocking reductions with it
 * are under way (MPI 4.0, section 6.9.5): these hold it, and the library's own free is put off. */
#ifndef TUTTI_RUNTIME_WORLD_COLLECTIVE_OPERATORS_H
#define TUTTI_RUNTIME_WORLD_COLLECTIVE_OPERATORS_H

#include "runtime/weak.h"

#include <stddef.h>

/* What it is, in words that are the same on all ranks that have the same operation: MPI_SUM, or the
 * address of the function, which ranks have in common since they are forks of one process. */
void operator_describe(MPI_Op op, char *text, size_t size);

void operator_hold(MPI_Op op);
void operator_release(MPI_Op op);

#endif
