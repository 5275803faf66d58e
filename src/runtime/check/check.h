/* check.h: the functions that the wrappers of check.tmpl call. */
#ifndef TUTTI_RUNTIME_CHECK_CHECK_H
#define TUTTI_RUNTIME_CHECK_CHECK_H

#include "runtime/check/call.h"

#include <stdbool.h>

/* Bits of check_bits. */
enum { CHECK_COLLECTIVES = 1, CHECK_THREADS = 2 };

/* The checks that are on; 0 before MPI_Init, after MPI_Finalize, and if checks are off. */
extern int check_bits;

/* Nesting of calls in this thread: MPI itself, and the check, call MPI. */
extern _Thread_local int check_depth;

static inline bool check_visible(int bits)
{
    return (check_bits & bits) && check_depth == 0;
}

/* Called before and after any call if threads are checked. `collective` NULL: it is no
 * collective. */
void check_enter(const char *name, struct call *collective);
void check_leave(struct call *collective);

/* Agrees with the other processes before a collective; called after check_enter(). */
void check_collective(struct call *call);

/* Called after a collective that succeeded and frees its object. */
void check_freed(struct call *call);

/* Called after a collective that made a communicator, window or file. `comm` has its processes;
 * MPI_COMM_NULL: those of the communicator of the call. In the form by_group only some processes of
 * that communicator took part, and `tag` distinguishes their calls. */
void check_made(struct call *call, enum call_object object, intptr_t handle, MPI_Comm comm);
void check_made_by_group(struct call *call, MPI_Comm made, uint64_t tag);

/* Called before a call that waits for requests: returns true, after a short pause, as long as
 * agreements of nonblocking collectives are incomplete. */
bool check_turn(unsigned *turns);
void check_poll(void); /* before a call that tests requests */

void check_start(int required, int provided);
void check_finish(void); /* before MPI_Finalize */

#endif
