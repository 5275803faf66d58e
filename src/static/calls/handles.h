/* handles.h: which communicator a call uses.
 *
 * A class of communicators stands for those that one place of the program makes. Calls of different
 * classes never meet; calls of one class may.
 */
#ifndef TUTTI_STATIC_CALLS_HANDLES_H
#define TUTTI_STATIC_CALLS_HANDLES_H

#include "static/calls/analysis.h"

enum handle_kind {
    HANDLE_WORLD,
    HANDLE_SELF,
    HANDLE_MADE,      /* by the call `made` (MPI_Comm_dup, MPI_Comm_split, ...) */
    HANDLE_PARAMETER, /* parameter `parameter` of a function; `variable` is that parameter */
    HANDLE_UNKNOWN,   /* anything, told apart by `variable` if that is not NULL */
};

struct handle {
    enum handle_kind kind;
    const struct ir_value *made;
    uint32_t parameter;
    const struct ir_value *variable; /* object (and offset) that it was loaded from */
    int64_t offset;
    bool by_reference; /* HANDLE_PARAMETER: the parameter is the address of the handle */
};

/* The communicator (window, file) that a call works on. A dup of a communicator spans the same
 * ranks: handle_origin() goes back to the one that it came from. */
struct handle handle_of_call(struct analysis *analysis, const struct ir_value *call);
struct handle handle_of_value(struct analysis *analysis, struct analysis_argument argument);
struct handle handle_origin(struct analysis *analysis, struct handle handle);

/* A parameter of the function that `call` calls becomes what that call passes; another handle stays
 * as it is. */
struct handle handle_at_call(struct analysis *analysis, struct handle handle,
                             const struct ir_value *call);

/* A parameter becomes what all calls of its function in the program pass, if that is one class. */
struct handle handle_anywhere(struct analysis *analysis, struct handle handle);

bool handle_equal(struct handle a, struct handle b); /* certainly the same class */
bool handle_may_equal(struct handle a, struct handle b);
const char *handle_describe(struct analysis *analysis, struct handle handle); /* "WORLD", "row" */

#endif
