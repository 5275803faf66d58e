/* problem.h: reports an error of a call to the command and to the program.
 *
 * For an error that MPI names (MPI_ERR_RANK), the error handler decides. Where errors are fatal,
 * which is the default, the error is a finding and the run ends. Any other handler is called and
 * the class is returned, since the program asked to deal with the error itself. An error that no
 * library notices, such as a mismatch of datatypes, is a finding whatever the handler. Files return
 * errors unless the program chooses otherwise: an error there is a finding, and the call returns
 * the class.
 *
 * After an error that leaves nothing sensible to do, the rank sleeps for ever. The others go on as
 * far as they can, so the result does not depend on how fast each of them is. If the data can still
 * be moved, or the call be carried out, the rank goes on (problem_pass), so that later errors are
 * found, too. */
#ifndef TUTTI_RUNTIME_WORLD_ERROR_PROBLEM_H
#define TUTTI_RUNTIME_WORLD_ERROR_PROBLEM_H

#include "runtime/weak.h"
#include "runtime/world/model/fault.h"
#include "runtime/world/rank/rank.h"

struct problem {
    const struct world_call *at;
    const char *rule; /* "arg.rank" */
    const char *why;  /* a sentence; NULL: that of the rule */
    /* Another place that helps ("created at"); NULL: none. */
    const char *related;
    const void *related_site;
    /* The call of a peer that disagrees; NULL: none. */
    const char *peer_call;
    const void *peer_site;
    int peer; /* its rank in MPI_COMM_WORLD */
    /* The operation of a persistent request that was not started, and its context. OP_NONE: the
     * error is a different one. */
    struct op_idle idle;
    int32_t idle_context;
    bool note;    /* for problem_keep(): no error, but of interest */
    bool warning; /* an error without consequences: later findings are as certain as before */
    bool certain; /* for problem_keep(): an error however the run ends; problem_pass() sets it */
};

/* Reports an error; returns the error class for the call to return. If `comm` is not valid, the
 * handler of MPI_COMM_WORLD decides, as for calls without a communicator. The headline is one line
 * without a full stop. */
int problem_raise(const struct problem *problem, MPI_Comm comm, int error_class,
                  const char *headline, ...) __attribute__((format(printf, 4, 5)));

/* Does the same for an error after which the rank can go on. Where errors are fatal, it is reported
 * and the result is MPI_SUCCESS: the call does what it can. */
int problem_raise_or_pass(const struct problem *problem, MPI_Comm comm, int error_class,
                          const char *headline, ...) __attribute__((format(printf, 4, 5)));

/* Reports an error without asking a handler, and goes on. It counts however the run ends, once for
 * each combination of places. With --stop-at-first it ends the execution, as problem_stop()
 * does. */
void problem_pass(const struct problem *problem, const char *headline, ...)
    __attribute__((format(printf, 2, 3)));

void problem_stop(const struct problem *problem, const char *headline, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* Reports something that does not end the run, such as a leak. It counts only if the run ends by
 * itself, unless it is certain; a request that was not started counts also if no rank can move.
 * Returns a number for problem_withdraw(). */
uint32_t problem_keep(const struct problem *problem, const char *headline, ...)
    __attribute__((format(printf, 2, 3)));
void problem_withdraw(const struct world_call *at, uint32_t number);

/* Reports an error that groups and topologies found in arguments (fault.h). */
int problem_of_fault(const struct world_call *at, MPI_Comm comm, const struct fault *fault);

#endif
