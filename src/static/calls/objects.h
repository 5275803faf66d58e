/* objects.h: finds what the program does with the address of a variable or of allocated memory.
 *
 * An object is private to its function if its address goes only into loads, stores, MPI calls and
 * calls that are known not to keep it. Only for a private object can an analysis say that no other
 * code completes the request or frees the handle in it.
 */
#ifndef TUTTI_STATIC_CALLS_OBJECTS_H
#define TUTTI_STATIC_CALLS_OBJECTS_H

#include "static/calls/analysis.h"

/* One use of an address inside the object. */
struct object_use {
    const struct ir_value *user;    /* the instruction, or the constant in a global's initialiser */
    const struct ir_value *pointer; /* its operand that points into the object */
};

struct object {
    const struct ir_value *value; /* IR_ALLOCA, IR_GLOBAL, or the call of malloc or calloc */
    bool escapes;                 /* other code may know its address, or two functions use it */
    bool asynchronous; /* MPI may write it between calls: it is the buffer of a nonblocking call */
    struct object_use *uses;
    size_t use_count;
};

/* Returns the variable or allocation that an address points into, also through an index; NULL: not
 * known. */
const struct ir_value *object_root(const struct ir_value *pointer);

/* Finds all uses, in the analysis' arena. A global is private if only `function` uses it. */
struct object object_of(struct analysis *analysis, const struct ir_value *root,
                        const struct ir_function *function);

bool object_used_by(const struct object *object, const struct ir_value *user);

bool object_is_allocation(const struct ir_value *call); /* it calls malloc or calloc */

/* Returns the name of the function that the call calls directly; "" if there is none. */
const char *object_callee(const struct ir_value *call);

/* Returns whether the call is of a function of the C, C++ or Fortran library, or of LLVM: these
 * call no MPI. */
bool object_library_call(const struct ir_value *call);

/* Returns the next parameter of an MPI call that gets this value as its argument. `after` is NULL
 * at first. */
const struct api_parameter *object_parameter(const struct analysis *analysis,
                                             const struct ir_value *call,
                                             const struct ir_value *value,
                                             const struct api_parameter *after);

#endif
