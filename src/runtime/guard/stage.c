/* stage.c: an allgather whose elements lie far apart, by way of a dense buffer.
 *
 * The library breaks on the span of the memory of this rank, which other ranks know nothing of, so
 * only the memory changes: what arrives is packed, and is put in its places at the end. */
#include "runtime/guard/repair.h"

#include "runtime/next.h"

#include <stdlib.h>

struct staging {
    char *packed;
    char *buffer;
    uint64_t block; /* bytes of one, packed */
    MPI_Aint span;  /* from one to the next in the program's buffer */
    int blocks, count;
    int own; /* stays as it is; -1: none does */
    MPI_Datatype type;
    MPI_Comm comm;
};

static int unpack(struct operation *operation)
{
    const struct staging *staging = operation->work;
    int outcome = MPI_SUCCESS;
    for (int i = 0; i < staging->blocks && outcome == MPI_SUCCESS; i++) {
        int position = 0;
        if (i != staging->own)
            outcome = NEXT(PMPI_Unpack)(
                staging->packed + (size_t)i * staging->block, (int)staging->block, &position,
                staging->buffer + i * staging->span, staging->count, staging->type, staging->comm);
    }
    return outcome;
}

bool repair_stage(struct repair *repair)
{
    struct collective *call = &repair->call;
    struct known_type known = *known_type(call->recvtype);
    uint64_t block = (uint64_t)call->recvcount * (uint64_t)known.size;
    if ((call->function != FUNCTION_Allgather && call->function != FUNCTION_Iallgather) ||
        block > INT32_MAX)
        return false;
    struct staging *staging = repair_alloc(repair, sizeof *staging);
    char *packed = staging ? repair_alloc(repair, block * (uint64_t)repair->comm->size) : NULL;
    if (!packed)
        return false;
    *staging = (struct staging){.packed = packed,
                                .buffer = call->recvbuf,
                                .block = block,
                                .span = call->recvcount * known.extent,
                                .blocks = repair->comm->size,
                                .count = (int)call->recvcount,
                                .own = -1,
                                .type = call->recvtype,
                                .comm = call->comm};
    if (call->sendbuf == MPI_IN_PLACE) {
        int position = 0, own = repair->comm->rank;
        staging->own = own;
        NEXT(PMPI_Pack)(staging->buffer + own * staging->span, staging->count, staging->type,
                        packed + (size_t)own * block, (int)block, &position, call->comm);
    }
    repair->operation->work = staging;
    repair->operation->finish = unpack;
    call->recvbuf = packed;
    call->recvcount = (MPI_Count)block;
    call->recvtype = MPI_BYTE;
    return true;
}
