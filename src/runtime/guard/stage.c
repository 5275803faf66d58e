/* stage.c: makes calls through a dense buffer: an allgather whose elements lie far apart, irregular
 * collectives whose blocks do.
 *
 * The library fails because of the span of this rank's memory, of which other ranks know nothing.
 * So only the memory changes: data is gathered before it is sent, and scattered to its places after
 * it has arrived. */
#include "runtime/guard/repair.h"

#include "runtime/guard/self.h"
#include "runtime/next.h"

#include <stdlib.h>

struct staging {
    char *packed;
    char *buffer;
    uint64_t block; /* bytes of one block, packed */
    MPI_Aint span;  /* distance of two blocks in the program's buffer */
    int blocks, count;
    int own; /* the block that does not change; -1: none */
    MPI_Datatype type;
};

static int stage_unpack(struct operation *operation)
{
    const struct staging *staging = operation->work;
    int outcome = MPI_SUCCESS;
    for (int i = 0; i < staging->blocks && outcome == MPI_SUCCESS; i++) {
        int position = 0;
        if (i != staging->own)
            outcome = NEXT(PMPI_Unpack)(
                staging->packed + (size_t)i * staging->block, (int)staging->block, &position,
                staging->buffer + i * staging->span, staging->count, staging->type, self_comm());
    }
    return outcome;
}

bool repair_stage(struct repair *repair)
{
    struct guard_collective *call = &repair->call;
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
                                .type = repair_hold_type(repair, call->recvtype)};
    if (staging->type == MPI_DATATYPE_NULL)
        return false;
    if (call->sendbuf == MPI_IN_PLACE) {
        int position = 0, own = repair->comm->rank;
        staging->own = own;
        NEXT(PMPI_Pack)(staging->buffer + own * staging->span, staging->count, staging->type,
                        packed + (size_t)own * block, (int)block, &position, self_comm());
    }
    repair->operation->work = staging;
    repair->operation->finish = stage_unpack;
    call->recvbuf = packed;
    call->recvcount = (MPI_Count)block;
    call->recvtype = MPI_BYTE;
    return true;
}

/* A side in its dense form: blocks one after another, in the order of the ranks. */
struct dense {
    char *packed, *buffer;
    const int *counts, *places; /* places in `packed` */
    const int64_t *wide;        /* places in `buffer` */
    MPI_Aint extent;
    int blocks;
    int own; /* the block that does not change at the end; -1: none */
    MPI_Datatype type;
};

static int copy_block(const struct dense *dense, int i, bool out)
{
    char *packed = dense->packed + dense->places[i] * dense->extent;
    char *buffer = dense->buffer + dense->wide[i] * dense->extent;
    if (dense->counts[i] == 0)
        return MPI_SUCCESS;
    return repair_copy(out ? packed : buffer, out ? buffer : packed, dense->counts[i], dense->type);
}

static int put_in_places(struct operation *operation)
{
    const struct dense *dense = operation->work;
    int outcome = MPI_SUCCESS;
    for (int i = 0; i < dense->blocks && outcome == MPI_SUCCESS; i++)
        if (i != dense->own)
            outcome = copy_block(dense, i, true);
    return outcome;
}

static int put_together(const struct dense *dense, int first, int end)
{
    int outcome = MPI_SUCCESS;
    for (int i = first; i < end && outcome == MPI_SUCCESS; i++)
        outcome = copy_block(dense, i, false);
    return outcome;
}

/* Places the blocks in the dense buffer. Returns the sum of the counts, or -1 if it does not fit
 * into an int. */
static int64_t place_blocks(const struct repair_side *side, int blocks, int *places)
{
    int64_t sum = 0;
    for (int i = 0; i < blocks && sum <= INT32_MAX; i++) {
        places[i] = (int)sum;
        sum += side->counts[i];
    }
    return sum <= INT32_MAX ? sum : -1;
}

static bool stage_exchanges(enum guard_function function)
{
    return function_plain(function) == FUNCTION_Alltoallv;
}

/* Gathers what is sent in place from a receive buffer: all blocks of an all-to-all, else at most
 * the own block, which is not received. */
static int put_together_in_place(const struct repair *repair, struct dense *dense)
{
    int own = repair->comm->rank;
    if (repair->call.sendbuf != MPI_IN_PLACE)
        return MPI_SUCCESS;
    if (stage_exchanges(repair->call.function))
        return put_together(dense, 0, dense->blocks);
    dense->own = own;
    return put_together(dense, own, own + 1);
}

/* Allocates memory for the elements. Returns where the first element begins, which is not where its
 * data begins. */
static char *room_for(struct repair *repair, int64_t count, MPI_Datatype type, MPI_Aint extent)
{
    MPI_Aint lower, length;
    if (extent <= 0 || NEXT(PMPI_Type_get_true_extent)(type, &lower, &length) != MPI_SUCCESS)
        return NULL;
    MPI_Aint before = lower < 0 ? -lower : 0,
             end = lower + length > extent ? lower + length : extent;
    char *memory = repair_alloc(repair, (size_t)(before + (MPI_Aint)count * extent + end));
    return memory ? memory + before : NULL;
}

/* Data of a persistent operation would have to be copied at each start and each end of it. */
bool repair_stage_side(struct repair *repair, struct repair_side *side, bool receives)
{
    if (function_persistent(repair->call.function))
        return false;
    int blocks = repair->comm->peers;
    struct dense *dense = repair_alloc(repair, sizeof *dense);
    int *places = dense ? repair_alloc(repair, (size_t)blocks * sizeof *places) : NULL;
    int64_t sum = places ? place_blocks(side, blocks, places) : -1;
    MPI_Aint extent = known_type(side->type)->extent;
    char *packed = sum >= 0 ? room_for(repair, sum, side->type, extent) : NULL;
    if (!packed)
        return false;
    *dense = (struct dense){packed, side->buffer, side->counts, places,    side->wide,
                            extent, blocks,       -1,           side->type};
    if ((receives ? put_together_in_place(repair, dense) : put_together(dense, 0, blocks)) !=
        MPI_SUCCESS)
        return false;
    if (receives) {
        dense->type = repair_hold_type(repair, side->type);
        if (dense->type == MPI_DATATYPE_NULL)
            return false;
        repair->operation->work = dense;
        repair->operation->finish = put_in_places;
    }
    side->buffer = packed;
    side->displs = places;
    return true;
}
