/* collective.h: how collectives are built.
 *
 * Every rank posts its contribution as one payload and, when the scheduler lets it go, reads the
 * payloads that it needs out of a table by member. What it does with them is the collective's
 * finish function, which runs inside the call, or when the request of a nonblocking one completes.
 */
#ifndef TUTTI_RUNTIME_WORLD_COLLECTIVE_H
#define TUTTI_RUNTIME_WORLD_COLLECTIVE_H

#include "runtime/weak.h"
#include "runtime/world/comm.h"
#include "runtime/world/protocol.h"
#include "runtime/world/rank.h"

#include <stdbool.h>

struct collective;
/* `table` has the offset of each member's payload. */
typedef void collective_finish(struct collective *collective, const uint64_t *table);

struct collective {
    struct vcomm *comm;
    enum collective_shape shape;
    int root; /* -1: none */
    MPI_Op op;
    collective_finish *finish;
    uint64_t payload; /* of this rank */
    uint64_t context; /* first of the new contexts, for constructors */
    /* Of the call; what is used depends on the function. */
    const void *sendbuf;
    void *recvbuf;
    int sendcount, recvcount;
    MPI_Datatype sendtype, recvtype;
    const int *sendcounts, *recvcounts, *senddispls, *recvdispls;
    const MPI_Datatype *sendtypes, *recvtypes;
};

/* Runs it (`handle` NULL), or starts it and makes a request. The struct is copied. */
int collective_run(const struct world_call *at, const struct collective *collective,
                   MPI_Request *handle);

#endif
