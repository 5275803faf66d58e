/* absent.h: reports collectives that some members had not called at the end. */
#ifndef TUTTI_WORLD_FINDINGS_ABSENT_H
#define TUTTI_WORLD_FINDINGS_ABSENT_H

#include "world/schedule/state.h"

void absent_report(struct scheduler *scheduler); /* after a run that ended by itself */

#endif
