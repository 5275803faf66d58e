/* contribution.h: how collectives are built.
 *
 * Every rank posts its contribution, a payload of blocks, and says which members it needs. When
 * these have come the scheduler lets it go, and it takes the blocks that are meant for it out of
 * their payloads: inside the call, or when the request of a nonblocking one completes. A member is
 * its index in the communicator, both groups (protocol.h). */
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

/* One side of a call: equal blocks one behind another; with counts and displs blocks of the v
 * forms; with datatypes those of the w forms, whose displacements are bytes. */
struct side {
    const void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
    struct numbers counts, displs;
    const MPI_Datatype *datatypes;
};

struct block side_block(const struct side *side, int index);

/* A block that this rank is to receive: from whom, and which of that member's blocks. */
struct landing {
    int member, which;
    struct block into;
};

struct collective;
/* `table` has the payload of each member: of those that this rank needs they are there. Gives the
 * error class that the call returns. */
typedef int collective_finish(struct collective *collective, const uint64_t *table);

/* The members of a collective among a part of a communicator, ranks of MPI_COMM_WORLD. */
struct subset {
    const int *members; /* NULL: it is of all */
    int count, tag;
};

struct collective {
    struct world_call at;
    struct vcomm *comm;
    int root;             /* index, or WORLD_NO_ROOT, WORLD_ROOT_ELSEWHERE */
    int from, from_count; /* the members that are needed; */
    const int *sources;   /* or, if not NULL, a list of from_count */
    struct subset subset;
    char alike[WORLD_ALIKE];
    uint64_t payload;
    struct side
        sent; /* what is in it: blocks of a side; its arrays are there while the call lasts */
    int sent_first, sent_count;
    struct landing *landings;
    int landing_count;
    bool by_edge;              /* landing.which counts the member's blocks that are for this rank */
    collective_finish *finish; /* NULL: the landings say it all */
    /* For finish. */
    bool reduces;
    struct block reduced;   /* of reductions: the result */
    int which;              /* block of each contribution, */
    MPI_Count total, first; /* its elements, and the first one of the result */
    MPI_Op op;
    bool constructs;  /* wants contexts; */
    uint64_t context; /* the first of them */
    MPI_Comm made;
    void *data;
};

struct collective collective_of(const struct world_call *at, struct vcomm *comm);

/* A root as the program names it, as an index. */
int collective_root(const struct vcomm *comm, int root);

/* The blocks [first, first + count) of a side are this rank's contribution. `to` has the member
 * that each is for, where receivers cannot know (by_edge); else NULL. */
void collective_send(struct collective *collective, const struct side *side, int first, int count,
                     const int *to);
void collective_send_bytes(struct collective *collective, const void *bytes, size_t size);

/* Needs the members [from, from + count), and no data of theirs. */
void collective_need(struct collective *collective, int from, int count);

/* Needs them, and block `which` of each for the blocks of a side. */
void collective_receive(struct collective *collective, const struct side *side, int from, int count,
                        int which);

/* Memory for so many blocks, to be filled in by the caller. */
struct landing *collective_landings(struct collective *collective, int count);

/* Runs it (`handle` NULL), or starts it and makes a request. */
int collective_run(struct collective *collective, MPI_Request *handle);

/* MPI_Start of a persistent collective: `call` makes a collective of the arguments and runs it with
 * the place that it is given, and that one becomes the request, in a context of its own. */
typedef int collective_call(const struct world_call *at, const void *arguments,
                            MPI_Request *handle);
struct vrequest;
int collective_start(struct vrequest *request, int context, collective_call *call,
                     const struct world_call *at, const void *arguments);

/* For finish functions: one block of a member lands; its bytes as they are. */
int collective_land(const struct collective *collective, const uint64_t *table, int member,
                    int which, const struct block *into);
const void *collective_bytes(const uint64_t *table, int member, size_t *size);

#endif
