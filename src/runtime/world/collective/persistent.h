/* persistent.h: persistent collectives (MPI 4.0, section 6.13).
 *
 * MPI_Bcast_init keeps the arguments of the call, and each MPI_Start makes the nonblocking call
 * with them. The members of a communicator make such requests in the same order, but may start them
 * in any order. So each request counts its starts in a context of its own, where the n-th start
 * matches the n-th start of the other members. */
#ifndef TUTTI_RUNTIME_WORLD_COLLECTIVE_PERSISTENT_H
#define TUTTI_RUNTIME_WORLD_COLLECTIVE_PERSISTENT_H

#include "runtime/weak.h"
#include "runtime/world/collective/contribution.h"

struct persistent;

/* Returns a new one for the call `at` on a communicator. The caller first keeps all that the
 * arguments point to, then the arguments. */
struct persistent *persistent_new(const struct world_call *at, struct vcomm *comm);

/* Returns a copy that lives as long as the request; NULL for NULL. */
void *persistent_copy(struct persistent *persistent, const void *list, size_t bytes);
/* Hold objects that the program may free meanwhile. `datatypes` must live as long as the
 * request. */
void persistent_hold(struct persistent *persistent, MPI_Datatype datatype);
void persistent_hold_all(struct persistent *persistent, const MPI_Datatype *datatypes, int count);
void persistent_hold_op(struct persistent *persistent, MPI_Op op);

/* Keeps the arguments and makes the request. */
int persistent_keep(struct persistent *persistent, collective_call *call, const void *arguments,
                    size_t size, MPI_Request *request);

#endif
