/* environment.h: start and end of MPI in this process. */
#ifndef TUTTI_RUNTIME_WORLD_ENVIRONMENT_ENVIRONMENT_H
#define TUTTI_RUNTIME_WORLD_ENVIRONMENT_ENVIRONMENT_H

#include "runtime/weak.h"

#include <stdbool.h>

enum environment_phase { PHASE_BEFORE, PHASE_INSIDE, PHASE_AFTER };

enum environment_phase environment_phase(void);
const void *environment_start(void); /* sites of the calls that began and ended MPI */
const void *environment_end(void);

/* Returns whether there is an MPI_COMM_WORLD: sessions without MPI_Init have none. */
bool environment_has_world(void);

/* Begin and end a session. The first session makes ranks as MPI_Init does. MPI ends when
 * MPI_Finalize was called, if there was an MPI_Init, and the last session has ended. */
struct world_call;
void environment_enter_session(const struct world_call *at);
void environment_raise_level(int wanted); /* a thread level given to one session holds for all */
void environment_leave_session(const struct world_call *at);

/* Sets the number of a session, counted from 1; returns an error class if there is no such session.
 * environment_only_session() returns the number of the session that all communicators belong to; 0:
 * there are several, or MPI_COMM_WORLD, and nobody knows what belongs to which. */
int environment_session_number(const struct world_call *at, MPI_Session session, int *number);
int environment_only_session(void);

/* Initialises the real MPI before main() runs, and makes ranks; returns in each of them. */
void environment_prepare(void);

int environment_level(void);     /* the level given, MPI_THREAD_... */
bool environment_is_main(void);  /* whether this thread initialised MPI */
bool environment_may_call(void); /* whether the level allows calls of this thread */
int environment_tag_limit(void); /* MPI_TAG_UB */

#endif
