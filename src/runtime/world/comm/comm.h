/* comm.h: the communicators of a rank.
 *
 * A virtual communicator has a real one behind it, a duplicate of MPI_COMM_SELF: its handle is what
 * the program holds, and names, attributes, error handlers and info live there. Members are ranks
 * in MPI_COMM_WORLD. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_COMM_H
#define TUTTI_RUNTIME_WORLD_COMM_COMM_H

#include "runtime/weak.h"
#include "runtime/world/model/table.h"
#include "runtime/world/model/topology.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>

struct vfile; /* file.h */

struct vcomm {
    MPI_Comm handle;
    int context;
    int size, rank;  /* of the group of this rank, and its place in it */
    int *members;    /* ranks in MPI_COMM_WORLD */
    int remote_size; /* of an inter-communicator; else 0 */
    int *remote;
    struct vtopology *topology; /* NULL: none */
    const void *site;           /* where the program made it; NULL: predefined */
    struct vfile *file;         /* that it belongs to, and the program does not see it; else NULL */
    int references;             /* the handle, and operations under way */
    struct vcomm *next;
    struct table_entry by_handle;
};

void comm_start(int rank, int size); /* MPI_COMM_WORLD and MPI_COMM_SELF */

/* NULL: not a communicator, or one that was freed. */
struct vcomm *comm_find(MPI_Comm handle);

/* Where the program freed the communicator that had this handle; NULL: it did not. */
const void *comm_freed_at(MPI_Comm handle);

/* A communicator that the program has the handle of already, and may not use yet: where the
 * operation that makes it (MPI_Comm_idup) began; NULL: it is none. */
void comm_begin(MPI_Comm handle, const void *site);
const void *comm_begun_at(MPI_Comm handle);
struct vcomm *comm_first(void); /* of all that have a handle, linked by `next` */

/* The same for a call whose arguments were checked. */
struct vcomm *comm_require(const struct world_call *at, MPI_Comm handle);
/* From now on that is `comm`, whatever has become of the handle; NULL: no more. */
void comm_use(struct vcomm *comm);

/* The communicator is of a kind that the call does not take ("an inter-communicator"): the error
 * that the call is to return. */
int comm_wrong_kind(const struct world_call *at, MPI_Comm comm, const char *kind);

/* Takes over the lists of members, and tells the scheduler of them. */
struct vcomm *comm_add(MPI_Comm handle, int context, int *members, int size, int *remote,
                       int remote_size, const void *site);
/* Of a window: the program has no part in it. */
struct vcomm *comm_add_window(MPI_Comm handle, int context, int *members, int size);
/* The scheduler says who is missing in a collective of the context by name: the members of the
 * communicator. */
void comm_tell_members(const struct vcomm *comm, int context);
/* The handle is gone; operations may still go on. */
void comm_remove(struct vcomm *comm, const void *site);
struct vcomm *comm_retain(struct vcomm *comm);
void comm_release(struct vcomm *comm);

/* Ranks of the group that messages of this communicator go to, as ranks in MPI_COMM_WORLD, and
 * back; -1: not a member. */
int comm_peer(const struct vcomm *comm, int rank);
int comm_rank_of(const struct vcomm *comm, int process);
int comm_peer_count(const struct vcomm *comm);

/* Both groups as the scheduler counts them (protocol.h): how many, the index of this rank, of the
 * first member of the group that data comes from, and the size of the first group if there are two.
 */
int comm_member_count(const struct vcomm *comm);
int comm_index(const struct vcomm *comm);
int comm_first_peer(const struct vcomm *comm);
int comm_first_group(const struct vcomm *comm);

/* Neighbours of this rank; 0 without a topology. */
int comm_indegree(const struct vcomm *comm);
int comm_outdegree(const struct vcomm *comm);
int comm_dimensions(const struct vcomm *comm); /* of a Cartesian topology; else 0 */

#endif
