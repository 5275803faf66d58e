/* call.h: describes a call to the checks. */
#ifndef TUTTI_RUNTIME_CHECK_CALL_H
#define TUTTI_RUNTIME_CHECK_CALL_H

#include "runtime/check/site.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* The type signatures that MPI requires to be equal on all processes (chapter 6 of MPI 4.0). */
enum call_equal {
    EQUAL_UNKNOWN, /* not looked up yet */
    EQUAL_NOTHING,
    EQUAL_FIRST,          /* the first count and datatype, on all processes */
    EQUAL_SECOND,         /* the second ones (the first may be MPI_IN_PLACE), within a group */
    EQUAL_FIRST_IN_GROUP, /* the first ones, but the groups of an inter-communicator may differ */
    EQUAL_FIRST_AT_ROOT,  /* what the root sends and the others receive */
    EQUAL_SECOND_AT_ROOT, /* what the root receives and the others send */
};

/* An MPI function; one for each wrapper. */
struct call_function {
    const char *name; /* "MPI_Ibcast" */
    bool nonblocking; /* starts an operation */
    bool destructor;  /* frees a communicator: MPI may do so without waiting, and so does the
                         check */
    enum call_equal equal;
    uint64_t hash; /* of the name without _c, and without the X of MPIX; 0: not computed yet */
};

enum call_object { CALL_COMM, CALL_WIN, CALL_FILE };

enum { CALL_NO_ROOT = INT32_MIN, CALL_ARRAY = -1 };

/* A collective call. Handles are as wide as a pointer in any flavour. */
struct call {
    struct call_function *function;
    enum call_object object; /* the call is collective over this */
    intptr_t handle;
    const struct check_site *site; /* NULL: `tutti cc` did not compile the code */
    int root;
    MPI_Op op; /* MPI_OP_NULL: none */
    int counts;
    int64_t count[2]; /* CALL_ARRAY: one for each process */
    MPI_Datatype datatype[2];
    int datatypes;
};

/* Returns and clears the site that the compiled code stored for this call. */
const struct check_site *call_site(void);

/* Returns a number for what all processes must do alike: the function, and within a group the root
 * and the operation. Nonblocking and blocking functions differ, because they never match. */
uint64_t call_hash(struct call *call, bool inter);

/* Returns the bytes that the call moves, if MPI requires that number to be the same on all
 * processes; else -1. `me` is the rank in the communicator. Equal signatures have equal sizes.
 * Types of one size are not distinguished, because no process waits for ever because of them. */
int64_t call_bytes(struct call *call, bool inter, int me);

/* Returns "MPI_SUM", "a user's operation", or NULL. */
const char *call_op_name(MPI_Op op);

#endif
