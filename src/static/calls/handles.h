/* handles.h: finds the communicator that a call uses.
 *
 * A class of communicators stands for all that one place of the program makes. Calls of different
 * classes never match; calls of one class may.
 */
#ifndef TUTTI_STATIC_CALLS_HANDLES_H
#define TUTTI_STATIC_CALLS_HANDLES_H

#include "static/calls/analysis.h"

enum handle_kind {
    HANDLE_WORLD,
    HANDLE_SELF,
    HANDLE_MADE,      /* made by the call `made` (MPI_Comm_dup, MPI_Comm_split, ...) */
    HANDLE_PARAMETER, /* parameter `parameter` of a function; `variable` is that parameter */
    HANDLE_UNKNOWN,   /* anything; `variable` tells such handles apart if it is not NULL */
};

struct handle {
    enum handle_kind kind;
    const struct ir_value *made;
    uint32_t parameter;
    const struct ir_value *variable; /* the object (and offset) that it was loaded from */
    int64_t offset;
    bool by_reference; /* HANDLE_PARAMETER: the parameter is the address of the handle */
};

/* handle_of_call() returns the communicator (window, file) that a call works on. A dup of a
 * communicator spans the same ranks: handle_origin() goes back to the communicator that was
 * duplicated. */
struct handle handle_of_call(struct analysis *analysis, const struct ir_value *call);
struct handle handle_of_value(struct analysis *analysis, struct analysis_argument argument);
struct handle handle_origin(struct analysis *analysis, struct handle handle);

/* Replaces a parameter of the function that `call` calls by the argument of the call. Returns other
 * handles unchanged. */
struct handle handle_at_call(struct analysis *analysis, struct handle handle,
                             const struct ir_value *call);

/* Replaces a parameter by what all calls of its function in the program pass, if that is one
 * class. */
struct handle handle_anywhere(struct analysis *analysis, struct handle handle);

bool handle_equal(struct handle a, struct handle b); /* certainly the same class */
bool handle_may_equal(struct handle a, struct handle b);
const char *handle_describe(struct analysis *analysis, struct handle handle); /* "WORLD", "row" */

#endif
