/* reductions.c: reductions, in rank order, by MPI_Reduce_local. On an inter-communicator the data
 * of the other group are reduced. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/collective/operators.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/datatype/travel.h"

#include <stdlib.h>

/* Computes member 0 op (member 1 op (...)), which is right for every associative operation,
 * commutative or not. */
static int finish_reduction(struct collective *collective, const uint64_t *table)
{
    MPI_Datatype type = collective->reduced.datatype;
    MPI_Count count = collective->reduced.count;
    int last = collective->from + collective->from_count - 1;
    if (last < collective->from)
        return MPI_SUCCESS;
    struct block sum = {.count = collective->total, .datatype = type}, one = sum;
    void *sum_memory = data_allocate(sum.count, type, &sum.buffer);
    void *one_memory = data_allocate(one.count, type, &one.buffer);
    void *part = data_at(sum.buffer, collective->first, type);
    int code = collective_land(collective, table, last, collective->which, &sum);
    for (int member = last - 1; member >= collective->from && code == MPI_SUCCESS; member--) {
        code = collective_land(collective, table, member, collective->which, &one);
        travel_reduce(data_at(one.buffer, collective->first, type), part, count, type,
                      collective->op);
    }
    data_copy(part, count, type, collective->reduced.buffer, count, type);
    travel_copy(collective->reduced.buffer, part, count, type);
    free(sum_memory);
    free(one_memory);
    return code;
}

/* Describes a reduction of `total` elements of each member; this rank gets `into`. */
static struct collective reductions_reduction_of(const struct world_call *at, MPI_Comm comm,
                                                 struct block into, MPI_Count total, MPI_Op op)
{
    struct collective collective = collective_of(at, comm_require(at, comm));
    collective.finish = finish_reduction;
    collective.reduces = true;
    collective.reduced = into;
    collective.total = total;
    collective.op = op;
    return collective;
}

static void reduction_contribute(struct collective *collective, const void *sendbuf)
{
    struct side side = {
        .buffer = sendbuf == MPI_IN_PLACE ? collective->reduced.buffer : sendbuf,
        .count = collective->total,
        .datatype = collective->reduced.datatype,
    };
    collective_send(collective, &side, 0, 1, NULL);
}

/* Runs it. On an inter-communicator the operation is ignored in members that do not take part. */
static int reductions_run(struct collective *collective, MPI_Request *request)
{
    if (collective->root != WORLD_ROOT_ELSEWHERE)
        operator_describe(collective->op, collective->alike, sizeof collective->alike);
    return collective_run(collective, request);
}

/* States the members whose data are reduced if every member gets a result. */
static void need_peers(struct collective *collective)
{
    const struct vcomm *comm = collective->comm;
    collective_need(collective, comm_first_peer(comm), comm_peer_count(comm));
}

int world_Reduce(const struct world_call *at, const void *sendbuf, void *recvbuf, MPI_Count count,
                 MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    struct block into = {recvbuf, count, datatype};
    struct collective collective = reductions_reduction_of(at, comm, into, count, op);
    const struct vcomm *on = collective.comm;
    collective.root = collective_root(on, root);
    bool is_root = collective.root == comm_index(on);
    if (collective.root != WORLD_ROOT_ELSEWHERE && !(on->remote && is_root))
        reduction_contribute(&collective, sendbuf);
    if (is_root)
        need_peers(&collective);
    return reductions_run(&collective, request);
}

int world_Allreduce(const struct world_call *at, const void *sendbuf, void *recvbuf,
                    MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                    MPI_Request *request)
{
    struct block into = {recvbuf, count, datatype};
    struct collective collective = reductions_reduction_of(at, comm, into, count, op);
    reduction_contribute(&collective, sendbuf);
    need_peers(&collective);
    return reductions_run(&collective, request);
}

/* Does Scan and Exscan: reduces the members before this rank, with or without its own data. */
static int reductions_scan(const struct world_call *at, const void *sendbuf, struct block into,
                           MPI_Op op, MPI_Comm comm, int with_own, MPI_Request *request)
{
    struct collective collective = reductions_reduction_of(at, comm, into, into.count, op);
    if (collective.comm->remote)
        return comm_wrong_kind(at, comm, "an inter-communicator");
    reduction_contribute(&collective, sendbuf);
    collective_need(&collective, 0, collective.comm->rank + with_own);
    return reductions_run(&collective, request);
}

int world_Scan(const struct world_call *at, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return reductions_scan(at, sendbuf, (struct block){recvbuf, count, datatype}, op, comm, 1,
                           request);
}

int world_Exscan(const struct world_call *at, const void *sendbuf, void *recvbuf, MPI_Count count,
                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return reductions_scan(at, sendbuf, (struct block){recvbuf, count, datatype}, op, comm, 0,
                           request);
}

/* Reduces the send buffer of `total` elements and gives each member of this rank's group a part. In
 * an intra-communicator a rank contributes the parts as separate blocks, whose lengths must agree
 * with those of the other members. The other group of an inter-communicator divides the whole in
 * its own way. */
static int reduce_scatter(const struct world_call *at, MPI_Comm handle, const struct side *parts,
                          MPI_Count total, void *recvbuf, MPI_Op op, MPI_Request *request)
{
    const struct vcomm *comm = comm_require(at, handle);
    struct block into = side_block(parts, comm->rank);
    into.buffer = recvbuf;
    struct collective collective =
        reductions_reduction_of(at, handle, into, comm->remote ? total : into.count, op);
    if (comm->remote) {
        collective.first =
            parts->displs.list ? numbers_at(parts->displs, comm->rank) : comm->rank * parts->count;
        reduction_contribute(&collective, parts->buffer);
    } else {
        collective.which = comm->rank;
        collective_send(&collective, parts, 0, comm->size, NULL);
    }
    need_peers(&collective);
    return reductions_run(&collective, request);
}

int world_Reduce_scatter(const struct world_call *at, const void *sendbuf, void *recvbuf,
                         struct numbers recvcounts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                         MPI_Request *request)
{
    int size = comm_require(at, comm)->size;
    MPI_Count total = 0;
    int64_t *places = rank_memory(calloc((size_t)size, sizeof *places));
    for (int i = 0; i < size; i++) {
        places[i] = total;
        total += numbers_at(recvcounts, i);
    }
    struct side parts = {.buffer = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf,
                         .counts = recvcounts,
                         .displs = NUMBERS_OF(places),
                         .datatype = datatype};
    int code = reduce_scatter(at, comm, &parts, total, recvbuf, op, request);
    free(places);
    return code;
}

int world_Reduce_scatter_block(const struct world_call *at, const void *sendbuf, void *recvbuf,
                               MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                               MPI_Request *request)
{
    struct side parts = {.buffer = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf,
                         .count = recvcount,
                         .datatype = datatype};
    return reduce_scatter(at, comm, &parts, recvcount * comm_require(at, comm)->size, recvbuf, op,
                          request);
}
