/* comm.h: the communicators of a rank.
 *
 * A virtual communicator has a real one behind it, a duplicate of MPI_COMM_SELF. The program holds
 * its handle; names, attributes, error handlers and info belong to it. Members are ranks in
 * MPI_COMM_WORLD. */
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
    int size, rank;  /* of the group of this rank, and this rank in it */
    int *members;    /* ranks in MPI_COMM_WORLD */
    int remote_size; /* of an inter-communicator; else 0 */
    int *remote;
    struct vtopology *topology; /* NULL: none */
    const void *site;           /* the call that made it; NULL: predefined */
    struct vfile *file;         /* the file that it belongs to, hidden from the program; else
                                   NULL */
    int references;             /* the handle, and operations under way */
    struct vcomm *next;
    struct table_entry by_handle;
};

void comm_start(int rank, int size); /* adds MPI_COMM_WORLD and MPI_COMM_SELF */

/* Returns NULL if the handle is no communicator, or a freed one. */
struct vcomm *comm_find(MPI_Comm handle);

/* Returns where the program freed the communicator with this handle; NULL: it did not. */
const void *comm_freed_at(MPI_Comm handle);

/* comm_begin() notes a handle that the program has but may not use yet, and where the operation
 * that makes the communicator (MPI_Comm_idup) began; comm_begun_at() returns that place; NULL:
 * there is none. */
void comm_begin(MPI_Comm handle, const void *site);
const void *comm_begun_at(MPI_Comm handle);
struct vcomm *comm_first(void); /* of all with a handle, linked by `next` */

/* Returns the communicator of a call whose arguments were checked. */
struct vcomm *comm_require(const struct world_call *at, MPI_Comm handle);
/* Makes comm_require() return `comm`, whatever the handle; NULL ends that. */
void comm_use(struct vcomm *comm);

/* Reports that the call does not accept this kind of communicator ("an inter-communicator"), and
 * returns the error. */
int comm_wrong_kind(const struct world_call *at, MPI_Comm comm, const char *kind);

/* Adds a communicator. Takes over the lists of members, and tells the scheduler about them. */
struct vcomm *comm_add(MPI_Comm handle, int context, int *members, int size, int *remote,
                       int remote_size, const void *site);
/* Adds the communicator of a window, which is hidden from the program. */
struct vcomm *comm_add_window(MPI_Comm handle, int context, int *members, int size);
/* Tells the scheduler the members of the communicator, so that it can name a missing member in a
 * collective of the context. */
void comm_tell_members(const struct vcomm *comm, int context);
/* Removes the handle; operations may still be under way. */
void comm_remove(struct vcomm *comm, const void *site);
struct vcomm *comm_retain(struct vcomm *comm);
void comm_release(struct vcomm *comm);

/* Translate between ranks of the group that messages of this communicator go to and ranks in
 * MPI_COMM_WORLD; -1: not a member. */
int comm_peer(const struct vcomm *comm, int rank);
int comm_rank_of(const struct vcomm *comm, int process);
int comm_peer_count(const struct vcomm *comm);

/* Both groups in the scheduler's numbering (protocol.h): the number of members, the index of this
 * rank, the index of the first member of the group that data come from, and the size of the first
 * group if there are two. */
int comm_member_count(const struct vcomm *comm);
int comm_index(const struct vcomm *comm);
int comm_first_peer(const struct vcomm *comm);
int comm_first_group(const struct vcomm *comm);

/* Return the number of neighbours of this rank; 0 without a topology. */
int comm_indegree(const struct vcomm *comm);
int comm_outdegree(const struct vcomm *comm);
int comm_dimensions(const struct vcomm *comm); /* of a Cartesian topology; else 0 */

#endif
