/* call.h: calls functions of MPI, described by their parts (function.h). */
#ifndef TUTTI_SCALE_TRIAL_CALL_H
#define TUTTI_SCALE_TRIAL_CALL_H

#include "scale/function.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    CALL_ROOT = 0,
    CALL_WRONG_RESULT = -1, /* no code of MPI: success was returned with an impossible result */
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
    /* For each rank, of irregular functions. The first two are for arguments of type int. */
    int *counts, *displacements;
    MPI_Aint *long_displacements; /* of functions with large counts or on a neighbourhood */
    MPI_Count *long_counts;
    MPI_Datatype *types;
};

/* Says whether this library has the function. */
bool call_exists(const struct function *function);

/* Calls the function and waits for its end. Returns MPI's code, or CALL_WRONG_RESULT. */
int call_issue(const struct call *call);

#endif
