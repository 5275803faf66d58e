/* call.h: calls of MPI by their parts (function.h). */
#ifndef TUTTI_SCALE_TRIAL_CALL_H
#define TUTTI_SCALE_TRIAL_CALL_H

#include "scale/function.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    CALL_ROOT = 0,
    CALL_WRONG_RESULT = -1, /* no code of MPI: it returned success, and a result that cannot be */
};

struct call {
    struct function function;
    const void *send; /* or MPI_IN_PLACE */
    void *receive;
    uint64_t count;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Comm comm;
    int rank, ranks;
    /* For each rank, of irregular functions. The first of them is what fits into an int. */
    int *counts, *displacements;
    MPI_Aint *long_displacements; /* of large and of neighbourhood functions */
#if MPI_VERSION >= 4
    MPI_Count *long_counts;
#endif
    MPI_Datatype *types;
};

/* Whether this library has the function. */
bool call_exists(const struct function *function);

/* Calls it and waits for its end. Gives the code that MPI returned, or CALL_WRONG_RESULT. */
int call_issue(const struct call *call);

#endif
