/* handlers.h: functions of the program that handle errors, and the code that they leave.
 *
 * The second argument of such a function is "the error code to be returned by the MPI routine that
 * raised the error" (MPI 4.0, section 9.3.1). With MPICH, the call returns the code that the
 * function stores there. Open MPI returns the original error. A program gets the behaviour of its
 * own MPI. MPI has no way to ask a library for the stored code, so MPICH is given one of our
 * functions, which calls that of the program. There are 16 of them. Further handlers of a program
 * cannot change the error. */
#ifndef TUTTI_RUNTIME_WORLD_ERROR_HANDLERS_H
#define TUTTI_RUNTIME_WORLD_ERROR_HANDLERS_H

/* A handler of any binding. Its arguments are the object (a handle, or an object of C++), the code,
 * and additions of the library. */
typedef void handlers_function(void *object, int *code, ...);

/* Returns the function to register with the library instead of the program's; the same one for the
 * same function. */
handlers_function *handlers_enter(handlers_function *of_program);

/* Replaces the argument of a wrapper by the function to register. */
#define HANDLERS_ENTER(function) \
    ((function) = (__typeof__(function))handlers_enter((handlers_function *)(function)))

/* Called before and after the library calls a handler; the second returns the code that it left. */
void handlers_expect(void);
int handlers_left(int given);

#endif
