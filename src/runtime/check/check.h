/* check.h: what the wrappers of check.tmpl call. */
#ifndef TUTTI_RUNTIME_CHECK_CHECK_H
#define TUTTI_RUNTIME_CHECK_CHECK_H

#include "runtime/check/call.h"

#include <stdbool.h>

/* Bits of check_bits. */
enum { CHECK_COLLECTIVES = 1, CHECK_THREADS = 2 };

/* What is checked; 0 before MPI_Init, after MPI_Finalize, and where checks are off. */
extern int check_bits;

/* Calls of this thread that are under way: MPI itself, and the check, call MPI. */
extern _Thread_local int check_depth;

static inline bool check_visible(int bits)
{
    return (check_bits & bits) && check_depth == 0;
}

/* Around any call, if threads are checked. `collective` NULL: it is none. */
void check_enter(const char *name, struct call *collective);
void check_leave(struct call *collective);

/* Before a collective, after check_enter: agrees with the others. */
void check_collective(struct call *call);

/* After a collective that succeeded and frees its object. */
void check_freed(struct call *call);

/* After one that made a communicator, window or file; `comm` is its processes, MPI_COMM_NULL those
 * of the communicator of the call. With `group`, only some processes of that one took part: they
 * are told apart by `tag`. */
void check_made(struct call *call, enum call_object object, intptr_t handle, MPI_Comm comm);
void check_made_by_group(struct call *call, MPI_Comm made, uint64_t tag);

/* Before a call that waits for requests: true as long as agreements of nonblocking collectives are
 * under way, each time after a short pause. */
bool check_turn(unsigned *turns);
void check_poll(void); /* before one that asks for requests */

void check_start(int required, int provided);
void check_finish(void); /* before MPI_Finalize */

#endif
