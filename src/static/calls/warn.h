/* warn.h: findings of the analyses that look at single calls. */
#ifndef TUTTI_STATIC_CALLS_WARN_H
#define TUTTI_STATIC_CALLS_WARN_H

#include "static/run.h"

/* A warning of the rule at the instruction; headline and why are the caller's. Good until the next
 * finding is added. */
struct finding *warn_begin(struct static_run *run, const char *rule,
                           const struct ir_value *instruction);

/* What the program does about errors of MPI. */
enum warn_errors {
    WARN_ERRORS_FATAL,    /* nothing: they end it */
    WARN_ERRORS_RETURNED, /* it asks for MPI_ERRORS_RETURN somewhere */
    WARN_ERRORS_HANDLED,  /* it has a handler of its own */
};
enum warn_errors warn_errors(const struct analysis *analysis);

/* The call may be wrong on purpose: the program learns about errors, and looks at this result. */
bool warn_on_purpose(const struct analysis *analysis, enum warn_errors errors,
                     const struct ir_value *call);

/* Adds a place that helps to understand. */
void warn_relate(struct static_run *run, struct finding *finding, const char *what,
                 const struct ir_value *instruction);

#endif
