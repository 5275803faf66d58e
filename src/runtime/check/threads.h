/* threads.h: which threads call MPI (thesis 2.1.2 and 4.1.3).
 *
 * Known of every call: the thread, and who else is inside MPI. If the program's OpenMP runtime has
 * OMPT (LLVM's, not gcc's), also the word of the thread (word.h), so that two threads of a team
 * that call collectives without a barrier in between are found even when they happen to come one
 * after the other.
 */
#ifndef TUTTI_RUNTIME_CHECK_THREADS_H
#define TUTTI_RUNTIME_CHECK_THREADS_H

#include "runtime/check/call.h"

/* Called by the thread that initialised MPI. Warns if the level asked for is not there. */
void threads_start(int required, int provided);

/* Ends the job with a message if this call must not happen. */
void threads_enter(const char *name, const struct check_site *site, struct call *collective);
void threads_leave(struct call *collective);

#endif
