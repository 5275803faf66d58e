/* persistent.h: persistent collectives (MPI 4.0, section 6.13).
 *
 * MPI_Bcast_init keeps the arguments of the call, and each MPI_Start makes the nonblocking call
 * with them. The members of a communicator make such requests in the same order, but may start them
 * in any: so the starts of each are counted in a context of its own, where the n-th meets the n-th
 * of the others. */
#ifndef TUTTI_RUNTIME_WORLD_COLLECTIVE_PERSISTENT_H
#define TUTTI_RUNTIME_WORLD_COLLECTIVE_PERSISTENT_H

#include "runtime/weak.h"
#include "runtime/world/collective/contribution.h"

struct persistent;

/* For the call `at` on a communicator: first what the arguments point to is kept, then they. */
struct persistent *persistent_new(const struct world_call *at, struct vcomm *comm);

/* A copy that stays as long as the request. NULL of NULL. */
void *persistent_copy(struct persistent *persistent, const void *list, size_t bytes);
/* The program may free these. `datatypes` stays, too. */
void persistent_hold(struct persistent *persistent, MPI_Datatype datatype);
void persistent_hold_all(struct persistent *persistent, const MPI_Datatype *datatypes, int count);
void persistent_hold_op(struct persistent *persistent, MPI_Op op);

/* Makes the request. */
int persistent_keep(struct persistent *persistent, collective_call *call, const void *arguments,
                    size_t size, MPI_Request *request);

#endif
