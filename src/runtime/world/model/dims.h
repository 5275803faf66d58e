/* dims.h: MPI_Dims_create: divides nodes over the dimensions of a grid. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_DIMS_H
#define TUTTI_RUNTIME_WORLD_MODEL_DIMS_H

#include "runtime/world/model/fault.h"

/* Sets the entries of dims that are 0, in non-increasing order, so that the product of all is
 * nnodes; other entries stay. "As close to each other as possible" (MPI 4.0, section 8.5.2) means:
 * the smallest difference between the largest and the smallest extent. Among ties, the one with the
 * largest smallest extent wins, then the largest second smallest, and so on. MPICH gives the same
 * results. Without an entry that is 0 the product may be any divisor of nnodes, as the standard
 * says. */
enum fault_kind vdims_create(int nnodes, int ndims, int *dims, struct fault *fault);

#endif
