/* warn.h: makes findings about single calls. */
#ifndef TUTTI_STATIC_CALLS_WARN_H
#define TUTTI_STATIC_CALLS_WARN_H

#include "static/run.h"

/* Adds a finding of the rule at the instruction; the caller sets headline and why. The pointer is
 * valid until the next finding is added. */
struct finding *warn_begin(struct static_run *run, const char *rule,
                           const struct ir_value *instruction);

/* How the program treats errors of MPI. */
enum warn_errors {
    WARN_ERRORS_FATAL,    /* it does nothing: errors end it */
    WARN_ERRORS_RETURNED, /* it asks for MPI_ERRORS_RETURN somewhere */
    WARN_ERRORS_HANDLED,  /* it has a handler of its own */
};
enum warn_errors warn_errors(const struct analysis *analysis);

/* Returns whether the call may be wrong on purpose: the program has an error handler of its own, or
 * it asks for errors and uses the result of this call. */
bool warn_on_purpose(const struct analysis *analysis, enum warn_errors errors,
                     const struct ir_value *call);

/* Adds a related place that helps to understand the finding. */
void warn_relate(struct static_run *run, struct finding *finding, const char *what,
                 const struct ir_value *instruction);

#endif
