/* session.h: asks a session of the program about this process, since there may be no MPI_COMM_WORLD
 * to ask. This involves no other process. */
#ifndef TUTTI_RUNTIME_SESSION_H
#define TUTTI_RUNTIME_SESSION_H

#include "runtime/weak.h"

#include <stdbool.h>
#include <stddef.h>

/* Note a session that the program has opened, and one that it is about to close. */
void session_begin(MPI_Session session);
void session_end(MPI_Session session);

/* Returns the number of open sessions, and sets `session` to one of them. */
size_t session_open(MPI_Session *session);

/* Sets the rank of this process among all that the program was started with, and their number.
 * Returns false if the library does not tell. */
bool session_place(MPI_Session session, int *rank, int *size);

/* Returns the thread level of the session. */
int session_level(MPI_Session session);

/* Returns the group of a process set, which the caller frees; MPI_GROUP_NULL: there is none. */
MPI_Group session_group(MPI_Session session, const char *set);

#endif
