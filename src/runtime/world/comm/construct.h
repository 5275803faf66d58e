/* construct.h: how communicators are made.
 *
 * The members of the old communicator tell each other what each of them wants, a list of numbers,
 * and each works out the new communicator by itself. The scheduler gives them a range of contexts,
 * one for each member of the old one: a new communicator takes the context at the index of the
 * member that is its first, so that those that are made at once differ. The real communicator
 * behind the new one is made from the real one behind the old. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_CONSTRUCT_H
#define TUTTI_RUNTIME_WORLD_COMM_CONSTRUCT_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"

/* What a member said. */
struct words {
    int count;
    const int *list;
};

struct exchange {
    int context;        /* the first of the range */
    struct words *said; /* by index; one block of memory, to be freed */
};

/* `alike` describes what all members must give alike; "": nothing. */
struct exchange construct_exchange(const struct world_call *at, struct vcomm *comm,
                                   const char *alike, const int *list, int count);

/* Those of one color become a communicator, in the order of their keys; NULL for MPI_UNDEFINED, and
 * where the other group of an inter-communicator has none of this color. */
struct vcomm *construct_split(const struct world_call *at, struct vcomm *comm, const char *alike,
                              int color, int key);

/* The context for a communicator of a group, ranks of MPI_COMM_WORLD, to which this rank belongs:
 * only its members take part, with a tag to tell it from others that are made at the same time. */
int construct_in_group(const struct world_call *at, struct vcomm *comm, const int *members,
                       int count, int tag);

/* A real communicator that has nothing of the old one but its error handler. If the library has no
 * more, the program that leaves its own behind is told so. */
MPI_Comm construct_handle(const struct world_call *at, MPI_Comm old);
/* The same, but MPI_COMM_NULL where the program has errors returned: all ranks must be told. */
MPI_Comm construct_handle_if_any(const struct world_call *at, MPI_Comm old);

/* Memory, or the end of the rank. */
int *construct_list(int count);
int *construct_copy(const int *list, int count);

#endif
