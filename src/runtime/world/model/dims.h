/* dims.h: MPI_Dims_create: divides nodes over the dimensions of a grid. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_DIMS_H
#define TUTTI_RUNTIME_WORLD_MODEL_DIMS_H

#include "runtime/world/model/fault.h"

/* Sets the entries of dims that are 0, in non-increasing order, so that the product of all is
 * nnodes; others stay. "As close to each other as possible" (MPI 4.0, section 8.5.2) is taken as:
 * the smallest difference of the largest and the smallest; of those that tie, the one with the
 * largest smallest extent, then the largest second smallest, and so on. This gives what MPICH
 * gives. Without an entry that is 0 the product may be any divisor of nnodes, as the standard has
 * it. */
enum fault_kind vdims_create(int nnodes, int ndims, int *dims, struct fault *fault);

#endif
