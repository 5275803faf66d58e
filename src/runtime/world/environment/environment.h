/* environment.h: start and end of MPI in this process. */
#ifndef TUTTI_RUNTIME_WORLD_ENVIRONMENT_ENVIRONMENT_H
#define TUTTI_RUNTIME_WORLD_ENVIRONMENT_ENVIRONMENT_H

#include <stdbool.h>

enum environment_phase { PHASE_BEFORE, PHASE_INSIDE, PHASE_AFTER };

enum environment_phase environment_phase(void);
const void *environment_start(void); /* sites of the calls that began and ended it */
const void *environment_end(void);

/* Without MPI_Init there may be sessions, but no MPI_COMM_WORLD. */
bool environment_has_world(void);

/* MPI_Session_init and MPI_Session_finalize: the first session makes ranks as MPI_Init does, and
 * MPI is over when both MPI_Finalize has come, if it was initialised, and the last session has
 * ended. */
struct world_call;
void environment_enter_session(const struct world_call *at);
void environment_raise_level(int wanted); /* threads: what one session has, all may use */
void environment_leave_session(const struct world_call *at);

/* Initialises the real MPI before main() runs, and makes ranks: returns in each of them. */
void environment_prepare(void);

int environment_level(void);     /* that was given, MPI_THREAD_... */
bool environment_is_main(void);  /* this thread initialised MPI */
bool environment_may_call(void); /* this thread, by the level that was given */
int environment_tag_limit(void); /* MPI_TAG_UB */

#endif
