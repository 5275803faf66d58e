/* tune.h: makes the values of an answer small (dissertation, 3.3). */
#ifndef TUTTI_CONCOLIC_SOLVER_TUNE_H
#define TUTTI_CONCOLIC_SOLVER_TUNE_H

#include "concolic/solver/attempt.h"

/* Asks Z3 further questions, while attempt_run() has everything asserted. */
void tune(struct attempt *attempt);

#endif
