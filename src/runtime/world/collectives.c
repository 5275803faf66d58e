/* collectives.c: the collectives of an intra-communicator, blocking and nonblocking. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/collective.h"
#include "runtime/world/data.h"

#include <stdlib.h>
#include <string.h>

static uint64_t contribute(const void *buffer, int count, MPI_Datatype datatype)
{
    uint64_t offset, size = data_size(count, datatype);
    void *payload = rank_payload(size, &offset);
    data_pack(buffer, count, datatype, payload);
    return offset;
}

static void finish_nothing(struct collective *collective, const uint64_t *table)
{
    (void)collective, (void)table;
}

static void receive(const uint64_t *table, int member, void *buffer, int count,
                    MPI_Datatype datatype)
{
    if (table[member])
        data_unpack(rank_read(table[member]), data_size(count, datatype), buffer, count, datatype);
}

int world_Barrier(const struct world_call *at, MPI_Comm comm, MPI_Request *request)
{
    struct collective barrier = {.comm = comm_require_intra(at, comm),
                                 .shape = SHAPE_ALL,
                                 .root = -1,
                                 .finish = finish_nothing};
    return collective_run(at, &barrier, request);
}

static void finish_bcast(struct collective *collective, const uint64_t *table)
{
    if (collective->comm->rank != collective->root)
        receive(table, collective->root, collective->recvbuf, collective->recvcount,
                collective->recvtype);
}

int world_Bcast(const struct world_call *at, void *buffer, int count, MPI_Datatype datatype,
                int root, MPI_Comm comm, MPI_Request *request)
{
    struct collective bcast = {.comm = comm_require_intra(at, comm),
                               .shape = SHAPE_FROM_ROOT,
                               .root = root,
                               .finish = finish_bcast,
                               .recvbuf = buffer,
                               .recvcount = count,
                               .recvtype = datatype};
    if (bcast.comm->rank == root)
        bcast.payload = contribute(buffer, count, datatype);
    return collective_run(at, &bcast, request);
}

/* Gather, Allgather and their v forms: block i of the receive buffer is member i's payload. */
static void finish_gather(struct collective *collective, const uint64_t *table)
{
    const struct vcomm *comm = collective->comm;
    if (collective->shape == SHAPE_TO_ROOT && comm->rank != collective->root)
        return;
    for (int i = 0; i < comm->size; i++) {
        int count = collective->recvcounts ? collective->recvcounts[i] : collective->recvcount;
        ptrdiff_t place = collective->recvdispls ? collective->recvdispls[i]
                                                 : (ptrdiff_t)i * collective->recvcount;
        if (!(collective->sendbuf == MPI_IN_PLACE && i == comm->rank))
            receive(table, i, data_at(collective->recvbuf, place, collective->recvtype), count,
                    collective->recvtype);
    }
}

/* In place, the contribution lies in the receive buffer. */
static void contribute_gather(struct collective *gather)
{
    int rank = gather->comm->rank;
    if (gather->sendbuf != MPI_IN_PLACE) {
        gather->payload = contribute(gather->sendbuf, gather->sendcount, gather->sendtype);
        return;
    }
    int count = gather->recvcounts ? gather->recvcounts[rank] : gather->recvcount;
    ptrdiff_t place =
        gather->recvdispls ? gather->recvdispls[rank] : (ptrdiff_t)rank * gather->recvcount;
    gather->payload =
        contribute(data_at(gather->recvbuf, place, gather->recvtype), count, gather->recvtype);
}

static int gather(const struct world_call *at, struct collective *collective, MPI_Comm comm,
                  int root, MPI_Request *request)
{
    collective->comm = comm_require_intra(at, comm);
    collective->shape = root < 0 ? SHAPE_ALL : SHAPE_TO_ROOT;
    collective->root = root;
    collective->finish = finish_gather;
    contribute_gather(collective);
    return collective_run(at, collective, request);
}

int world_Gather(const struct world_call *at, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .sendcount = sendcount,
                                    .sendtype = sendtype,
                                    .recvbuf = recvbuf,
                                    .recvcount = recvcount,
                                    .recvtype = recvtype};
    return gather(at, &collective, comm, root, request);
}

int world_Gatherv(const struct world_call *at, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                  MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .sendcount = sendcount,
                                    .sendtype = sendtype,
                                    .recvbuf = recvbuf,
                                    .recvcounts = recvcounts,
                                    .recvdispls = displs,
                                    .recvtype = recvtype};
    return gather(at, &collective, comm, root, request);
}

int world_Allgather(const struct world_call *at, const void *sendbuf, int sendcount,
                    MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request *request)
{
    return world_Gather(at, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, -1, comm,
                        request);
}

int world_Allgatherv(const struct world_call *at, const void *sendbuf, int sendcount,
                     MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return world_Gatherv(at, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                         -1, comm, request);
}

/* Scatter and Alltoall: a payload has a list of offsets, then a block for each member. */
struct block {
    const void *buffer;
    int count;
    MPI_Datatype datatype;
};

static uint64_t contribute_blocks(const struct block *blocks, int count)
{
    uint64_t offset, size = (uint64_t)count * sizeof(uint64_t);
    for (int i = 0; i < count; i++)
        size += data_size(blocks[i].count, blocks[i].datatype);
    uint64_t *places = rank_payload(size, &offset);
    uint64_t at = (uint64_t)count * sizeof *places;
    for (int i = 0; i < count; i++) {
        places[i] = at;
        data_pack(blocks[i].buffer, blocks[i].count, blocks[i].datatype, (char *)places + at);
        at += data_size(blocks[i].count, blocks[i].datatype);
    }
    return offset;
}

/* The block for this rank in a member's payload. */
static void receive_block(const struct collective *collective, const uint64_t *table, int member,
                          void *buffer, int count, MPI_Datatype datatype)
{
    const char *payload = rank_read(table[member]);
    uint64_t place = ((const uint64_t *)payload)[collective->comm->rank];
    data_unpack(payload + place, data_size(count, datatype), buffer, count, datatype);
}

static struct block *blocks_of(int count)
{
    struct block *blocks = calloc((size_t)count, sizeof *blocks);
    if (!blocks)
        rank_stop("out of memory in rank %d", world_rank);
    return blocks;
}

static void finish_scatter(struct collective *collective, const uint64_t *table)
{
    if (collective->recvbuf != MPI_IN_PLACE)
        receive_block(collective, table, collective->root, collective->recvbuf,
                      collective->recvcount, collective->recvtype);
}

static int scatter(const struct world_call *at, struct collective *collective, MPI_Comm comm,
                   MPI_Request *request)
{
    collective->comm = comm_require_intra(at, comm);
    collective->shape = SHAPE_FROM_ROOT;
    collective->finish = finish_scatter;
    if (collective->comm->rank == collective->root) {
        int size = collective->comm->size;
        struct block *blocks = blocks_of(size);
        for (int i = 0; i < size; i++) {
            ptrdiff_t place = collective->senddispls ? collective->senddispls[i]
                                                     : (ptrdiff_t)i * collective->sendcount;
            blocks[i] = (struct block){data_at(collective->sendbuf, place, collective->sendtype),
                                       collective->sendcounts ? collective->sendcounts[i]
                                                              : collective->sendcount,
                                       collective->sendtype};
        }
        collective->payload = contribute_blocks(blocks, size);
        free(blocks);
    }
    return collective_run(at, collective, request);
}

int world_Scatter(const struct world_call *at, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .sendcount = sendcount,
                                    .sendtype = sendtype,
                                    .recvbuf = recvbuf,
                                    .recvcount = recvcount,
                                    .recvtype = recvtype,
                                    .root = root};
    return scatter(at, &collective, comm, request);
}

int world_Scatterv(const struct world_call *at, const void *sendbuf, const int sendcounts[],
                   const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .sendcounts = sendcounts,
                                    .senddispls = displs,
                                    .sendtype = sendtype,
                                    .recvbuf = recvbuf,
                                    .recvcount = recvcount,
                                    .recvtype = recvtype,
                                    .root = root};
    return scatter(at, &collective, comm, request);
}

/* One description for Alltoall, Alltoallv and Alltoallw. Displacements of the w form are bytes. */
static struct block alltoall_block(const struct collective *c, bool send, int i)
{
    const void *buffer = send ? c->sendbuf : c->recvbuf;
    const int *counts = send ? c->sendcounts : c->recvcounts;
    const int *displs = send ? c->senddispls : c->recvdispls;
    const MPI_Datatype *types = send ? c->sendtypes : c->recvtypes;
    int each = send ? c->sendcount : c->recvcount;
    MPI_Datatype type = send ? c->sendtype : c->recvtype;
    if (types)
        return (struct block){(const char *)buffer + displs[i], counts[i], types[i]};
    ptrdiff_t place = displs ? displs[i] : (ptrdiff_t)i * each;
    return (struct block){data_at(buffer, place, type), counts ? counts[i] : each, type};
}

static void finish_alltoall(struct collective *collective, const uint64_t *table)
{
    for (int i = 0; i < collective->comm->size; i++) {
        struct block block = alltoall_block(collective, false, i);
        receive_block(collective, table, i, (void *)(uintptr_t)block.buffer, block.count,
                      block.datatype);
    }
}

static int alltoall(const struct world_call *at, struct collective *collective, MPI_Comm comm,
                    MPI_Request *request)
{
    collective->comm = comm_require_intra(at, comm);
    collective->shape = SHAPE_ALL;
    collective->root = -1;
    collective->finish = finish_alltoall;
    bool in_place = collective->sendbuf == MPI_IN_PLACE;
    struct block *blocks = blocks_of(collective->comm->size);
    for (int i = 0; i < collective->comm->size; i++)
        blocks[i] = alltoall_block(collective, !in_place, i);
    collective->payload = contribute_blocks(blocks, collective->comm->size);
    free(blocks);
    return collective_run(at, collective, request);
}

int world_Alltoall(const struct world_call *at, const void *sendbuf, int sendcount,
                   MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .sendcount = sendcount,
                                    .sendtype = sendtype,
                                    .recvbuf = recvbuf,
                                    .recvcount = recvcount,
                                    .recvtype = recvtype};
    return alltoall(at, &collective, comm, request);
}

int world_Alltoallv(const struct world_call *at, const void *sendbuf, const int sendcounts[],
                    const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .sendcounts = sendcounts,
                                    .senddispls = sdispls,
                                    .sendtype = sendtype,
                                    .recvbuf = recvbuf,
                                    .recvcounts = recvcounts,
                                    .recvdispls = rdispls,
                                    .recvtype = recvtype};
    return alltoall(at, &collective, comm, request);
}

int world_Alltoallw(const struct world_call *at, const void *sendbuf, const int sendcounts[],
                    const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                    const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
                    MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .sendcounts = sendcounts,
                                    .senddispls = sdispls,
                                    .sendtypes = sendtypes,
                                    .recvbuf = recvbuf,
                                    .recvcounts = recvcounts,
                                    .recvdispls = rdispls,
                                    .recvtypes = recvtypes};
    return alltoall(at, &collective, comm, request);
}
