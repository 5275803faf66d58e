/* deadlock.h: finds out which ranks wait for which, and reports a deadlock. */
#ifndef TUTTI_WORLD_FINDINGS_DEADLOCK_H
#define TUTTI_WORLD_FINDINGS_DEADLOCK_H

#include "world/schedule/state.h"

void deadlock_report(struct scheduler *scheduler);
void deadlock_waits(struct scheduler *scheduler,
                    struct finding *finding); /* adds all waits to a finding */

#endif
