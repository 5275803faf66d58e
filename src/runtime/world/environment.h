/* environment.h: start and end of MPI in this process. */
#ifndef TUTTI_RUNTIME_WORLD_ENVIRONMENT_H
#define TUTTI_RUNTIME_WORLD_ENVIRONMENT_H

#include <stdbool.h>

enum environment_phase { PHASE_BEFORE, PHASE_INSIDE, PHASE_AFTER };

enum environment_phase environment_phase(void);
const void *environment_start(void); /* sites of the calls that began and ended it */
const void *environment_end(void);

/* Initialises the real MPI before main() runs, and makes ranks: returns in each of them. */
void environment_prepare(void);

bool environment_may_call(void); /* this thread, by the level that was given */
int environment_tag_limit(void); /* MPI_TAG_UB */

#endif
