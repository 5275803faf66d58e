/* handlers.h: functions of the program that handle errors, and what they leave.
 *
 * The second argument of such a function is "the error code to be returned by the MPI routine that
 * raised the error" (MPI 4.0, section 9.3.1). With MPICH what it stores there is what the call
 * returns; Open MPI returns the error all the same, and a program has it as its own MPI does. MPI
 * has no way to ask a library for what was stored, so MPICH is given a function of ours, which
 * calls that of the program. There are only so many of ours; a program with more handlers than that
 * gets the error that the world found, whatever they store. */
#ifndef TUTTI_RUNTIME_WORLD_ERROR_HANDLERS_H
#define TUTTI_RUNTIME_WORLD_ERROR_HANDLERS_H

/* Of whatever binding: its object (a handle, or one of C++), the code, what the library adds. */
typedef void handlers_function(void *object, int *code, ...);

/* What is registered with the library instead of a function of the program; the same for the same
 * one. */
handlers_function *handlers_enter(handlers_function *of_program);

/* The function is entered, and the argument of a wrapper replaced. */
#define HANDLERS_ENTER(function) \
    ((function) = (__typeof__(function))handlers_enter((handlers_function *)(function)))

/* Around a call of a handler by the library: what it left of the code that it was given. */
void handlers_expect(void);
int handlers_left(int given);

#endif
