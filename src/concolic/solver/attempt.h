/* attempt.h: one way of asking Z3 about a problem, with its answer. */
#ifndef TUTTI_CONCOLIC_SOLVER_ATTEMPT_H
#define TUTTI_CONCOLIC_SOLVER_ATTEMPT_H

#include "concolic/solver/engine.h"

struct attempt {
    const struct problem *problem;
    enum mode mode;
    double deadline; /* on the clock of session_time() */
    bool once;       /* ask the solver only once: no tuning */
    /* Leaves out difficult constraints before an easy goal: mostly they hold anyway, and if there
     * is no answer without them, there is none with them. An answer is checked against them as
     * usual. */
    bool easy;
    Z3_context z3;
    Z3_solver solver;
    Z3_ast *assumed; /* conditions that may be dropped */
    unsigned assumed_count;
    uint64_t *values; /* by number of unknown */
    enum solver_answer answer;
    bool proved;     /* SOLVER_NONE is certain */
    bool simplified; /* SOLVER_FOUND may be wrong */
    /* Properties of the terms: */
    bool nonlinear, too_hard, uncertain;
    bool left_out; /* a constraint was left out */
};

/* Runs the attempt; the argument is a struct attempt, as session_run() needs it. */
void attempt_run(void *argument);
void attempt_free(struct attempt *attempt);

/* For callers inside attempt_run(), when everything is asserted: */
Z3_lbool attempt_check(struct attempt *attempt, double deadline);
/* Returns the condition that the variable lies between the two. */
Z3_ast attempt_between(const struct attempt *attempt, const struct unknown *unknown, __int128 lower,
                       __int128 upper);
/* Reads the model. Returns false if it does not satisfy the problem; the values then stay
 * unchanged. */
bool attempt_take(struct attempt *attempt);

#endif
