/* errors.h: error handlers.
 *
 * Handlers belong to the real communicators of the program's MPI, except for MPI_COMM_WORLD and
 * MPI_COMM_SELF. The real ones of these two always return errors, so that no error of a local call
 * (a datatype with a negative count) ends the process before it is a finding. The handlers that the
 * program sets on them are kept on hidden communicators. The communicator of a window stands for
 * the window, that of a file (file.h) for the file: their handlers decide. */
#ifndef TUTTI_RUNTIME_WORLD_ERROR_ERRORS_H
#define TUTTI_RUNTIME_WORLD_ERROR_ERRORS_H

#include "runtime/weak.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>

void errors_start(void); /* called when MPI is initialised */

/* Returns whether an error on this valid communicator is fatal. */
bool errors_are_fatal(MPI_Comm comm);
void errors_call(MPI_Comm comm, int code); /* calls the handler, which is not fatal */
/* Returns whether errors are returned only because that is the default, as for files. */
bool errors_are_unasked(MPI_Comm comm);

/* For wrappers: returns the result of the call to the program. For an error, that is the code that
 * the handler left (handlers.h). */
int errors_left(int code);
#define ANSWER(outcome)                                                                       \
    ({                                                                                        \
        int outcome_of_call_ = (outcome);                                                     \
        __builtin_expect(outcome_of_call_ == MPI_SUCCESS, 1) ? MPI_SUCCESS                    \
                                                             : errors_left(outcome_of_call_); \
    })

/* Gives a communicator the handler of the one that it was made from (MPI 4.0, section 9.3). */
void errors_inherit(MPI_Comm from, MPI_Comm to);

/* Handles an error of the library in a local call: returns the error, or does not return. `comm` is
 * that of the call, or MPI_COMM_NULL. */
int errors_of_library(const struct world_call *at, MPI_Comm comm, int code);

#endif
