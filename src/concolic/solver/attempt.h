/* attempt.h: one way of asking Z3 about a problem, and what it has given. */
#ifndef TUTTI_CONCOLIC_SOLVER_ATTEMPT_H
#define TUTTI_CONCOLIC_SOLVER_ATTEMPT_H

#include "concolic/solver/engine.h"

struct attempt {
    const struct problem *problem;
    enum mode mode;
    double deadline; /* of session_time() */
    bool once;       /* the solver is asked once only: no tuning */
    /* Difficult constraints before an easy goal are left out: mostly they hold anyway, and if there
     * is no answer without them there is none. What was found is checked against them as ever. */
    bool easy;
    Z3_context z3;
    Z3_solver solver;
    Z3_ast *assumed; /* what may be given up */
    unsigned assumed_count;
    uint64_t *values; /* by number of unknown */
    enum solver_answer answer;
    bool proved;     /* SOLVER_NONE is certain */
    bool simplified; /* SOLVER_FOUND may not be right */
    /* Of the terms: */
    bool nonlinear, too_hard, uncertain;
    bool left_out; /* something was */
};

/* The argument is a struct attempt: for session_run(). */
void attempt_run(void *argument);
void attempt_free(struct attempt *attempt);

/* While attempt_run() has everything asserted: */
Z3_lbool attempt_check(struct attempt *attempt, double deadline);
/* The variable lies between the two. */
Z3_ast attempt_between(const struct attempt *attempt, const struct unknown *unknown, __int128 lower,
                       __int128 upper);
/* Reads the model; false: it does not hold, the values stay what they were. */
bool attempt_take(struct attempt *attempt);

#endif
