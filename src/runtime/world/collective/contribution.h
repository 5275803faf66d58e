/* contribution.h: builds collectives.
 *
 * Every rank posts its contribution, a payload of blocks, and states the members that it needs.
 * When these have arrived the scheduler answers. The rank then takes its blocks out of their
 * payloads: inside the call, or when the request of a nonblocking collective completes. A member is
 * named by its index in the communicator, both groups included (protocol.h). */
#ifndef TUTTI_RUNTIME_WORLD_COLLECTIVE_CONTRIBUTION_H
#define TUTTI_RUNTIME_WORLD_COLLECTIVE_CONTRIBUTION_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/model/numbers.h"
#include "runtime/world/protocol.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>
#include <stddef.h>

struct block {
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
};

/* One side of a call. Without lists: equal blocks one behind the other. With counts and displs:
 * blocks of the v forms. With datatypes: those of the w forms, whose displacements are bytes. */
struct side {
    const void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
    struct numbers counts, displs;
    const MPI_Datatype *datatypes;
};

struct block side_block(const struct side *side, int index);

/* A block that this rank receives: the member that sends it, and the number of the block among that
 * member's. */
struct landing {
    int member, which;
    struct block into;
};

struct collective;
/* Finishes a collective. `table` has the payload of each member; those of the members that this
 * rank needs are there. Returns the error class for the call. */
typedef int collective_finish(struct collective *collective, const uint64_t *table);

/* The members of a collective that concerns a part of a communicator, as ranks of
 * MPI_COMM_WORLD. */
struct subset {
    const int *members; /* NULL: all members of the communicator */
    int count, tag;
};

struct collective {
    struct world_call at;
    struct vcomm *comm;
    int root;             /* index, or WORLD_NO_ROOT, WORLD_ROOT_ELSEWHERE */
    int from, from_count; /* the members that it needs: a range ... */
    const int *sources;   /* ... or, if not NULL, a list of from_count */
    struct subset subset;
    char alike[WORLD_ALIKE];
    uint64_t payload;
    struct side
        sent; /* contents of the payload: blocks of a side, whose arrays exist during the call */
    int sent_first, sent_count;
    struct landing *landings;
    int landing_count;
    bool by_edge;              /* landing.which counts only the member's blocks for this rank */
    collective_finish *finish; /* NULL: the landings suffice */
    /* Data for `finish`. */
    bool reduces;
    struct block reduced;   /* of a reduction: the result */
    int which;              /* the block of each contribution to reduce */
    MPI_Count total, first; /* its elements, and the first of those for the result */
    MPI_Op op;
    bool constructs;  /* asks for contexts */
    uint64_t context; /* the first of these contexts */
    MPI_Comm made;
    void *data;
};

struct collective collective_of(const struct world_call *at, struct vcomm *comm);

/* Returns the index of the root that the program names. */
int collective_root(const struct vcomm *comm, int root);

/* Makes the blocks [first, first + count) of a side the contribution of this rank. `to` has the
 * member that gets each block, if receivers cannot know (by_edge); else NULL. */
void collective_send(struct collective *collective, const struct side *side, int first, int count,
                     const int *to);
void collective_send_bytes(struct collective *collective, const void *bytes, size_t size);

/* States that it needs the members [from, from + count), but not their data. */
void collective_need(struct collective *collective, int from, int count);

/* States that it needs them, and takes block `which` of each for the blocks of a side. */
void collective_receive(struct collective *collective, const struct side *side, int from, int count,
                        int which);

/* Allocates so many landings, which the caller fills in. */
struct landing *collective_landings(struct collective *collective, int count);

/* Runs the collective if `handle` is NULL; otherwise starts it and makes a request. */
int collective_run(struct collective *collective, MPI_Request *handle);

/* Does MPI_Start of a persistent collective. `call` makes a collective from the arguments and runs
 * it with the handle that it gets; that collective becomes the request, in a context of its own. */
typedef int collective_call(const struct world_call *at, const void *arguments,
                            MPI_Request *handle);
struct vrequest;
int collective_start(struct vrequest *request, int context, collective_call *call,
                     const struct world_call *at, const void *arguments);

/* For finish functions: collective_land() lets one block of a member land; collective_bytes()
 * returns its bytes. */
int collective_land(const struct collective *collective, const uint64_t *table, int member,
                    int which, const struct block *into);
const void *collective_bytes(const uint64_t *table, int member, size_t *size);

#endif
