/* problem.h: tells the command, and the program, what is wrong with a call.
 *
 * An error that MPI names (MPI_ERR_RANK) goes MPI's way: the error handler decides. Where errors
 * are fatal, which is the default, it is a finding and the run ends; any other handler is called
 * and the class returned, for the program asked to deal with it itself. What no library notices, a
 * mismatch of datatypes, is a finding whatever the handler. Files return errors unless the program
 * chooses otherwise: an error there is a finding, and the program goes on with the class.
 *
 * After an error that leaves nothing sensible to do the rank sleeps for ever: the others go on as
 * far as they can, so that the same is found however fast each of them is. After one whose data can
 * still be moved, or whose call can still be carried out, the rank goes on (problem_pass), so that
 * what lies behind it is found, too. */
#ifndef TUTTI_RUNTIME_WORLD_ERROR_PROBLEM_H
#define TUTTI_RUNTIME_WORLD_ERROR_PROBLEM_H

#include "runtime/weak.h"
#include "runtime/world/model/fault.h"
#include "runtime/world/rank/rank.h"

struct problem {
    const struct world_call *at;
    const char *rule; /* "arg.rank" */
    const char *why;  /* a sentence, or NULL: what the rule says */
    /* Another place that helps, "created at"; NULL: none. */
    const char *related;
    const void *related_site;
    /* The other call that does not agree; NULL: none. */
    const char *peer_call;
    const void *peer_site;
    int peer; /* its rank in MPI_COMM_WORLD */
    /* The operation of a persistent request that was not started; NULL: it is about something else.
     */
    const struct world_op *idle;
    bool note;    /* of problem_keep: no error, but of interest */
    bool warning; /* wrong, and nothing came of it: the rest is as certain as before */
    bool certain; /* of problem_keep: an error, however the run ends; problem_pass sets it */
};

/* Gives the error class for the call to return. `comm` may be wrong itself: then the handler of
 * MPI_COMM_WORLD decides, as for calls without one. The headline is one line without a dot. */
int problem_raise(const struct problem *problem, MPI_Comm comm, int error_class,
                  const char *headline, ...) __attribute__((format(printf, 4, 5)));

/* The same for an error after which the rank can go on as if it were none. Where errors are fatal
 * it is told and the result is MPI_SUCCESS: the call does what it can. */
int problem_raise_or_pass(const struct problem *problem, MPI_Comm comm, int error_class,
                          const char *headline, ...) __attribute__((format(printf, 4, 5)));

/* Tells an error that no handler is asked about, and goes on. It counts however the run ends, once
 * for each combination of places. With --stop-at-first it ends the execution, as problem_stop(). */
void problem_pass(const struct problem *problem, const char *headline, ...)
    __attribute__((format(printf, 2, 3)));

void problem_stop(const struct problem *problem, const char *headline, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* The run goes on. What is found so (leaks) counts only if the run ends by itself, unless it is
 * certain; a request that was not started also if nobody can move. Gives a number to withdraw it
 * by. */
uint32_t problem_keep(const struct problem *problem, const char *headline, ...)
    __attribute__((format(printf, 2, 3)));
void problem_withdraw(const struct world_call *at, uint32_t number);

/* For what groups and topologies say of arguments (fault.h). */
int problem_of_fault(const struct world_call *at, MPI_Comm comm, const struct fault *fault);

#endif
