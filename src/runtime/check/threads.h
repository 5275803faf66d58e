/* threads.h: checks which threads call MPI (thesis 2.1.2 and 4.1.3).
 *
 * For every call the check knows the thread, and which other threads are inside MPI. If the
 * program's OpenMP runtime has OMPT (LLVM's, not gcc's), the check also knows the word of the
 * thread (word.h). So it finds two threads of a team that call collectives without a barrier in
 * between, even if their calls happen to follow each other. */
#ifndef TUTTI_RUNTIME_CHECK_THREADS_H
#define TUTTI_RUNTIME_CHECK_THREADS_H

#include "runtime/check/call.h"

/* Starts the checks; called by the thread that initialised MPI. Warns if the library does not
 * provide the requested level. */
void threads_start(int required, int provided);

/* Ends the job with a message if this call is not allowed. */
void threads_enter(const char *name, const struct check_site *site, struct call *collective);
void threads_leave(struct call *collective);

#endif
