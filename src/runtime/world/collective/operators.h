/* operators.h: describes the reduction operations of the program, so that ranks can be compared,
 * and keeps them alive. An operation may be freed while nonblocking reductions with it are under
 * way (MPI 4.0, section 6.9.5). These hold it, and the library's free waits. */
#ifndef TUTTI_RUNTIME_WORLD_COLLECTIVE_OPERATORS_H
#define TUTTI_RUNTIME_WORLD_COLLECTIVE_OPERATORS_H

#include "runtime/weak.h"

#include <stddef.h>

/* Writes a text that is equal on all ranks with the same operation: MPI_SUM, or the address of the
 * function, which is the same in all ranks since they are forks of one process. */
void operator_describe(MPI_Op op, char *text, size_t size);

void operator_hold(MPI_Op op);
void operator_release(MPI_Op op);

#endif
