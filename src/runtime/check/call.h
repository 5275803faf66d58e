/* call.h: what a wrapper says about a call. */
#ifndef TUTTI_RUNTIME_CHECK_CALL_H
#define TUTTI_RUNTIME_CHECK_CALL_H

#include "runtime/check/site.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* Which type signatures MPI wants to be equal on all processes (chapter 6 of MPI 4.0). */
enum call_equal {
    EQUAL_UNKNOWN, /* not looked up yet */
    EQUAL_NOTHING,
    EQUAL_FIRST,          /* the first count and datatype, everywhere */
    EQUAL_SECOND,         /* the second ones (the first may be MPI_IN_PLACE), within a group */
    EQUAL_FIRST_IN_GROUP, /* the first ones, but the groups of an inter-communicator may differ */
    EQUAL_FIRST_AT_ROOT,  /* what the root sends and what the others receive */
    EQUAL_SECOND_AT_ROOT, /* what the root receives and what the others send */
};

/* An MPI function; one for each wrapper. */
struct call_function {
    const char *name; /* "MPI_Ibcast" */
    bool nonblocking; /* starts an operation */
    bool destructor;  /* of a communicator: MPI may do it without waiting, and so does the check */
    enum call_equal equal;
    uint64_t hash; /* of the name without _c and the X of MPIX; 0: not computed yet */
};

enum call_object { CALL_COMM, CALL_WIN, CALL_FILE };

enum { CALL_NO_ROOT = INT32_MIN, CALL_ARRAY = -1 };

/* A collective call. Handles are as wide as a pointer, whatever the flavour. */
struct call {
    struct call_function *function;
    enum call_object object; /* that it is collective over */
    intptr_t handle;
    const struct check_site *site; /* NULL: the code was not compiled by `tutti cc` */
    int root;
    MPI_Op op; /* MPI_OP_NULL: none */
    int counts;
    int64_t count[2]; /* CALL_ARRAY: one for each process */
    MPI_Datatype datatype[2];
    int datatypes;
};

/* Takes what the compiled code stored about this call. */
const struct check_site *call_site(void);

/* A number for what all processes must do alike: the function, and within a group the root and the
 * operation. Nonblocking functions differ from blocking ones, as they never match. */
uint64_t call_hash(struct call *call, bool inter);

/* The bytes that the call moves, if MPI wants that number to be the same on all processes; else
 * -1. `me` is the rank in the communicator. Equal signatures have equal sizes; types of one size
 * are not told apart, because no process waits for ever for that. */
int64_t call_bytes(struct call *call, bool inter, int me);

/* "MPI_SUM", "a user's operation", or NULL. */
const char *call_op_name(MPI_Op op);

#endif
