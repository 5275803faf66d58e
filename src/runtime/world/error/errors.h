/* errors.h: error handlers.
 *
 * Handlers live in the program's MPI, on the real communicators, except those of MPI_COMM_WORLD and
 * MPI_COMM_SELF: these real ones always return errors, so that no error of a local call (a datatype
 * with a negative count) ends the process before it is a finding. What the program set there is
 * kept on communicators that nobody sees. The communicator of a window stands for the window, that
 * of a file (file.h) for the file: its handler is theirs. */
#ifndef TUTTI_RUNTIME_WORLD_ERROR_ERRORS_H
#define TUTTI_RUNTIME_WORLD_ERROR_ERRORS_H

#include "runtime/weak.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>

void errors_start(void); /* when MPI is initialised */

/* What would happen to an error on this valid communicator. */
bool errors_are_fatal(MPI_Comm comm);
void errors_call(MPI_Comm comm, int code); /* the handler; it is not fatal */
/* Errors are returned, and the program has not asked for that: the default of files. */
bool errors_are_unasked(MPI_Comm comm);

/* For wrappers: what the program gets, if `outcome` is what the call did: of an error what the
 * handler left of it (handlers.h). */
int errors_left(int code);
#define ANSWER(outcome)                                                                       \
    ({                                                                                        \
        int outcome_of_call_ = (outcome);                                                     \
        __builtin_expect(outcome_of_call_ == MPI_SUCCESS, 1) ? MPI_SUCCESS                    \
                                                             : errors_left(outcome_of_call_); \
    })

/* A communicator made from another has its handler (MPI 4.0, section 9.3). */
void errors_inherit(MPI_Comm from, MPI_Comm to);

/* A local call failed in the library: gives the error to return, or does not come back. `comm` is
 * the call's, or MPI_COMM_NULL. */
int errors_of_library(const struct world_call *at, MPI_Comm comm, int code);

#endif
