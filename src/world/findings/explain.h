/* explain.h: says in plain sentences what a finding shows, once its source lines are known. */
#ifndef TUTTI_WORLD_FINDINGS_EXPLAIN_H
#define TUTTI_WORLD_FINDINGS_EXPLAIN_H

#include "finding/finding.h"

void explain_deadlock(struct finding *finding, struct arena *arena);

#endif
