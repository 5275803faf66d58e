/* problem.h: reports errors that ranks found in their own calls. */
#ifndef TUTTI_WORLD_FINDINGS_PROBLEM_H
#define TUTTI_WORLD_FINDINGS_PROBLEM_H

#include "world/schedule/state.h"

void problem_take(struct scheduler *scheduler, int rank, const struct world_op *op);
struct told_problem *problem_add(struct scheduler *scheduler); /* to be filled at once */
bool problem_stops(
    const struct scheduler *scheduler); /* whether an error has stopped a rank for good */
/* Returns whether a rank continued past an error that counts however the execution ends. */
bool problem_is_certain(const struct scheduler *scheduler);
void problem_report_stops(struct scheduler *scheduler);
void problem_report_kept(struct scheduler *scheduler);
void problem_report_certain(struct scheduler *scheduler); /* errors after which ranks continued */
/* Reports requests that were never started, when no rank can move. */
void problem_report_idle(struct scheduler *scheduler);

#endif
