/* construct.h: makes communicators.
 *
 * The members of the old communicator exchange their arguments as lists of numbers, and each
 * computes the new communicator by itself. The scheduler gives them a range of contexts, one for
 * each member of the old one. A new communicator takes the context at the index of its first
 * member, so communicators that are made at once have different contexts. The real communicator
 * behind the new one is made from the real one behind the old. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_CONSTRUCT_H
#define TUTTI_RUNTIME_WORLD_COMM_CONSTRUCT_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"

/* The numbers from one member. */
struct words {
    int count;
    const int *list;
};

struct exchange {
    int context;        /* the first of the range */
    struct words *said; /* by index; one block of memory, which the caller frees */
};

/* Exchanges a list of numbers. `alike` describes arguments on which all members must agree; "":
 * none. */
struct exchange construct_exchange(const struct world_call *at, struct vcomm *comm,
                                   const char *alike, const int *list, int count);

/* Makes a communicator of the members with this color, in the order of their keys. Returns NULL for
 * MPI_UNDEFINED, and if the other group of an inter-communicator has no member of this color. */
struct vcomm *construct_split(const struct world_call *at, struct vcomm *comm, const char *alike,
                              int color, int key);

/* Returns the context for a communicator of a group, given as ranks of MPI_COMM_WORLD, to which
 * this rank belongs. Only its members take part; the tag distinguishes groups that are made at the
 * same time. */
int construct_in_group(const struct world_call *at, struct vcomm *comm, const int *members,
                       int count, int tag);

/* Makes a real communicator that takes only the error handler of the old one. If the library has no
 * more, it reports that the program does not free its own. */
MPI_Comm construct_handle(const struct world_call *at, MPI_Comm old);
/* Does the same, but returns MPI_COMM_NULL if errors are returned to the program: all ranks must
 * get the error. */
MPI_Comm construct_handle_if_any(const struct world_call *at, MPI_Comm old);

/* Allocate a list; end the rank without memory. */
int *construct_list(int count);
int *construct_copy(const int *list, int count);

#endif
