/* calm.h: passes calls that certainly need no repair, in a few nanoseconds.
 *
 * Every count that limits test is at most the count times the ranks; for bytes, this is multiplied
 * by the larger of size and extent. A calm layout has no more elements than an int holds.
 * CALM(large, base) uses the arguments of the wrapper around it, by their names in the table of
 * MPI. */
#ifndef TUTTI_RUNTIME_GUARD_CALM_H
#define TUTTI_RUNTIME_GUARD_CALM_H

#include "runtime/guard/known.h"
#include "runtime/guard/layout.h"
#include "runtime/guard/limits.h"

static inline bool calm_unlimited(enum guard_function function)
{
    return !settings.limits[function];
}

/* Returns whether this many elements of the type are below all limits. */
static inline bool calm_amount(enum guard_function function, double elements, MPI_Datatype type)
{
    double least = settings.least_count[function];
    if (least > 0 && elements >= least)
        return false;
    least = settings.least_bytes[function];
    if (least <= 0)
        return true;
    const struct known_type *known = known_type(type);
    return elements * (double)(known->size > known->extent ? known->size : known->extent) < least;
}

static inline bool calm_blocks(enum guard_function function, MPI_Count count, MPI_Datatype type,
                               MPI_Comm comm)
{
    return calm_unlimited(function) ||
           calm_amount(function, (double)count * known_comm(comm)->size, type);
}

static inline bool calm_root(MPI_Comm comm, int root)
{
    const struct known_comm *known = known_comm(comm);
    return known->inter ? root == MPI_ROOT : root == known->rank;
}

static inline bool calm_layout(const int *counts, const int *displs, MPI_Comm comm)
{
    return !layout_suspect(counts, displs, known_comm(comm)->peers);
}

#define CALM(function, large, base) CALM_##large##_##base(function)

#define CALM_BUFFER(function)   calm_blocks(function, count, datatype, comm)
#define CALM_RECEIVED(function) calm_blocks(function, recvcount, recvtype, comm)
#define CALM_0_Bcast            CALM_BUFFER
#define CALM_0_Reduce           CALM_BUFFER
#define CALM_0_Allreduce        CALM_BUFFER
#define CALM_0_Scan             CALM_BUFFER
#define CALM_0_Exscan           CALM_BUFFER
#define CALM_0_Allgather        CALM_RECEIVED
#define CALM_0_Alltoall         CALM_RECEIVED
#define CALM_0_Gather(function)                                                \
    (calm_unlimited(function) ||                                               \
     (calm_root(comm, root) ? calm_blocks(function, recvcount, recvtype, comm) \
                            : calm_blocks(function, sendcount, sendtype, comm)))
#define CALM_0_Scatter(function)                                               \
    (calm_unlimited(function) ||                                               \
     (calm_root(comm, root) ? calm_blocks(function, sendcount, sendtype, comm) \
                            : calm_blocks(function, recvcount, recvtype, comm)))
#define CALM_0_Reduce_scatter       calm_unlimited
#define CALM_0_Reduce_scatter_block calm_unlimited
#define CALM_0_Gatherv(function) \
    (calm_unlimited(function) && (!calm_root(comm, root) || calm_layout(recvcounts, displs, comm)))
#define CALM_0_Scatterv(function) \
    (calm_unlimited(function) && (!calm_root(comm, root) || calm_layout(sendcounts, displs, comm)))
#define CALM_0_Allgatherv(function)           \
    (calm_layout(recvcounts, displs, comm) && \
     (calm_unlimited(function) || calm_amount(function, INT32_MAX, recvtype)))
#define CALM_0_Alltoallv(function)                                         \
    (calm_unlimited(function) && calm_layout(recvcounts, rdispls, comm) && \
     (sendbuf == MPI_IN_PLACE || calm_layout(sendcounts, sdispls, comm)))
#define CALM_1_Gatherv    calm_unlimited
#define CALM_1_Scatterv   calm_unlimited
#define CALM_1_Allgatherv calm_unlimited
#define CALM_1_Alltoallv  calm_unlimited

#endif
