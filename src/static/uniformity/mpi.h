/* mpi.h: the effect of MPI calls on values and memory. */
#ifndef TUTTI_STATIC_UNIFORMITY_MPI_H
#define TUTTI_STATIC_UNIFORMITY_MPI_H

#include "static/uniformity/function.h"
#include "static/uniformity/taint.h"

struct taint mpi_call(struct solver *solver, const struct ir_value *call,
                      const struct api_function *mpi);

#endif
