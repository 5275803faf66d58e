/* problem.h: what ranks find wrong with their own calls. */
#ifndef TUTTI_WORLD_FINDINGS_PROBLEM_H
#define TUTTI_WORLD_FINDINGS_PROBLEM_H

#include "world/schedule/state.h"

void problem_take(struct scheduler *scheduler, int rank, const struct world_op *op);
struct told_problem *problem_add(struct scheduler *scheduler); /* to be filled at once */
bool problem_stops(const struct scheduler *scheduler); /* some rank has one and sleeps for ever */
/* Whether a rank went on past an error that counts however the execution ends. */
bool problem_is_certain(const struct scheduler *scheduler);
void problem_report_stops(struct scheduler *scheduler);
void problem_report_kept(struct scheduler *scheduler);
void problem_report_certain(struct scheduler *scheduler); /* errors that ranks went on after */
/* Nobody can move: of those, what was not started. */
void problem_report_idle(struct scheduler *scheduler);

#endif
