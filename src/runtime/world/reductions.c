/* reductions.c: reductions of an intra-communicator, in rank order, by MPI_Reduce_local. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/collective.h"
#include "runtime/world/data.h"

#include <stdlib.h>
#include <string.h>

/* The elements [first, first + count) of the members below `end`, reduced into `result`. The
 * payloads hold `total` elements each. member 0 op (member 1 op (...)): right for every associative
 * operation, commutative or not. */
static void reduce(const struct collective *collective, const uint64_t *table, int end, int total,
                   int first, int count, void *result)
{
    MPI_Datatype type = collective->recvtype;
    void *sum_origin, *one_origin;
    void *sum = data_allocate(total, type, &sum_origin);
    void *one = data_allocate(total, type, &one_origin);
    uint64_t size = data_size(total, type);
    data_unpack(rank_read(table[end - 1]), size, sum_origin, total, type);
    for (int member = end - 2; member >= 0; member--) {
        data_unpack(rank_read(table[member]), size, one_origin, total, type);
        NEXT(PMPI_Reduce_local)(data_at(one_origin, first, type), data_at(sum_origin, first, type),
                                count, type, collective->op);
    }
    data_copy(data_at(sum_origin, first, type), count, type, result, count, type);
    free(sum);
    free(one);
}

static uint64_t contribute(const struct collective *collective, int count)
{
    uint64_t offset, size = data_size(count, collective->recvtype);
    bool in_place = collective->sendbuf == MPI_IN_PLACE;
    void *payload = rank_payload(size, &offset);
    data_pack(in_place ? collective->recvbuf : collective->sendbuf, count, collective->recvtype,
              payload);
    return offset;
}

static void finish_reduce(struct collective *collective, const uint64_t *table)
{
    const struct vcomm *comm = collective->comm;
    if (collective->root < 0 || comm->rank == collective->root)
        reduce(collective, table, comm->size, collective->recvcount, 0, collective->recvcount,
               collective->recvbuf);
}

static int run(const struct world_call *at, struct collective *collective, MPI_Comm comm,
               enum collective_shape shape, int root, int count, collective_finish *finish,
               MPI_Request *request)
{
    collective->comm = comm_require_intra(at, comm);
    collective->shape = shape;
    collective->root = root;
    collective->finish = finish;
    collective->payload = contribute(collective, count);
    return collective_run(at, collective, request);
}

int world_Reduce(const struct world_call *at, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {
        .sendbuf = sendbuf, .recvbuf = recvbuf, .recvcount = count, .recvtype = datatype, .op = op};
    return run(at, &collective, comm, root < 0 ? SHAPE_ALL : SHAPE_TO_ROOT, root, count,
               finish_reduce, request);
}

int world_Allreduce(const struct world_call *at, const void *sendbuf, void *recvbuf, int count,
                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return world_Reduce(at, sendbuf, recvbuf, count, datatype, op, -1, comm, request);
}

static void finish_scan(struct collective *collective, const uint64_t *table)
{
    reduce(collective, table, collective->comm->rank + 1, collective->recvcount, 0,
           collective->recvcount, collective->recvbuf);
}

static void finish_exscan(struct collective *collective, const uint64_t *table)
{
    if (collective->comm->rank > 0)
        reduce(collective, table, collective->comm->rank, collective->recvcount, 0,
               collective->recvcount, collective->recvbuf);
}

int world_Scan(const struct world_call *at, const void *sendbuf, void *recvbuf, int count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {
        .sendbuf = sendbuf, .recvbuf = recvbuf, .recvcount = count, .recvtype = datatype, .op = op};
    return run(at, &collective, comm, SHAPE_BEFORE, -1, count, finish_scan, request);
}

int world_Exscan(const struct world_call *at, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    struct collective collective = {
        .sendbuf = sendbuf, .recvbuf = recvbuf, .recvcount = count, .recvtype = datatype, .op = op};
    return run(at, &collective, comm, SHAPE_BEFORE, -1, count, finish_exscan, request);
}

/* recvcounts may be NULL: then every member gets recvcount elements. */
static void finish_reduce_scatter(struct collective *collective, const uint64_t *table)
{
    int total = 0, first = 0;
    for (int i = 0; i < collective->comm->size; i++) {
        if (i == collective->comm->rank)
            first = total;
        total += collective->recvcounts ? collective->recvcounts[i] : collective->recvcount;
    }
    int count = collective->recvcounts ? collective->recvcounts[collective->comm->rank]
                                       : collective->recvcount;
    reduce(collective, table, collective->comm->size, total, first, count, collective->recvbuf);
}

int world_Reduce_scatter(const struct world_call *at, const void *sendbuf, void *recvbuf,
                         const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                         MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .recvbuf = recvbuf,
                                    .recvcounts = recvcounts,
                                    .recvtype = datatype,
                                    .op = op};
    int total = 0;
    for (int i = 0; i < comm_require_intra(at, comm)->size; i++)
        total += recvcounts[i];
    return run(at, &collective, comm, SHAPE_ALL, -1, total, finish_reduce_scatter, request);
}

int world_Reduce_scatter_block(const struct world_call *at, const void *sendbuf, void *recvbuf,
                               int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                               MPI_Request *request)
{
    struct collective collective = {.sendbuf = sendbuf,
                                    .recvbuf = recvbuf,
                                    .recvcount = recvcount,
                                    .recvtype = datatype,
                                    .op = op};
    return run(at, &collective, comm, SHAPE_ALL, -1, recvcount * comm_require_intra(at, comm)->size,
               finish_reduce_scatter, request);
}
