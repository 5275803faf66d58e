/* objects.h: what the program does with the address of a variable or of allocated memory.
 *
 * An object is private to its function if its address goes nowhere but into loads, stores, MPI
 * calls and calls that are known not to keep it. Only of a private object can an analysis say that
 * nobody else completes the request or frees the handle in it.
 */
#ifndef TUTTI_STATIC_CALLS_OBJECTS_H
#define TUTTI_STATIC_CALLS_OBJECTS_H

#include "static/calls/analysis.h"

/* One use of an address inside the object. */
struct object_use {
    const struct ir_value *user;    /* the instruction (or constant, in a global's initialiser) */
    const struct ir_value *pointer; /* the operand of it that points into the object */
};

struct object {
    const struct ir_value *value; /* IR_ALLOCA, IR_GLOBAL, or the call of malloc or calloc */
    bool escapes;                 /* something else may know its address, or two functions use it */
    bool asynchronous; /* MPI may write it between calls: the buffer of a nonblocking call */
    struct object_use *uses;
    size_t use_count;
};

/* The variable or allocation that an address is inside of, addresses with an index included; NULL:
 * not known. */
const struct ir_value *object_root(const struct ir_value *pointer);

/* All uses, in the analysis' arena. A global is private if only `function` uses it. */
struct object object_of(struct analysis *analysis, const struct ir_value *root,
                        const struct ir_function *function);

bool object_used_by(const struct object *object, const struct ir_value *user);

bool object_is_allocation(const struct ir_value *call); /* malloc, calloc */

/* The name of the function that is called directly; "" if there is none. */
const char *object_callee(const struct ir_value *call);

/* A function of the C, C++ or Fortran library, or of LLVM: it calls no MPI. */
bool object_library_call(const struct ir_value *call);

/* The next parameter of an MPI call whose argument is this value; start with NULL. */
const struct api_parameter *object_parameter(const struct analysis *analysis,
                                             const struct ir_value *call,
                                             const struct ir_value *value,
                                             const struct api_parameter *after);

#endif
