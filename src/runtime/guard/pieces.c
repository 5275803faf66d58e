/* pieces.c: makes calls in pieces (the paper's W1-B).
 *
 * Reductions are cut by count: MPI requires the same count and datatype on all ranks, so all ranks
 * cut at the same places. A broadcast may have other counts and datatypes on each rank, as long as
 * they describe the same data: it is cut at the same byte of the data. If that byte is inside an
 * element of this rank's datatype, the element goes through a small buffer. */
#include "runtime/guard/repair.h"

#include "runtime/guard/self.h"
#include "runtime/next.h"

#include <stdlib.h>

static bool is_reduce_scatter(enum guard_function function)
{
    return function == FUNCTION_Reduce_scatter || function == FUNCTION_Ireduce_scatter;
}

/* Returns the largest count below the limit; 0: there is none. */
static uint64_t largest_count(const struct limit *limit, const struct amount *amount)
{
    struct amount one = *amount;
    one.count = 1;
    one.total = amount->total ? 1 : 0;
    uint64_t each = limit_amount(limit->quantity, &one);
    return each == 0 ? 0 : (limit->from - 1) / each;
}

static char *pieces_moved(const void *buffer, uint64_t count, uint64_t extent)
{
    return buffer == MPI_IN_PLACE ? (char *)buffer : (char *)buffer + count * extent;
}

static bool cut_by_count(struct repair *repair, const struct amount *amount, uint64_t largest)
{
    struct guard_collective piece = repair->call;
    uint64_t pieces = (amount->count + largest - 1) / largest;
    uint64_t done = 0;
    for (uint64_t i = 0; i < pieces && repair->outcome == MPI_SUCCESS; i++) {
        uint64_t end =
            (i + 1) * (amount->count / pieces) + amount->count % pieces * (i + 1) / pieces;
        piece.sendbuf = pieces_moved(repair->call.sendbuf, done, amount->extent);
        piece.recvbuf = pieces_moved(repair->call.recvbuf, done, amount->extent);
        piece.count = (MPI_Count)(end - done);
        repair->outcome = repair_issue_piece(repair, &piece, i + 1 == pieces);
        done = end;
    }
    return true;
}

/* A result that must still be copied to the program's buffer, which has the input. */
struct result {
    void *from, *to;
    int count;
    MPI_Datatype type;
};

static int copy_result(struct operation *operation)
{
    const struct result *result = operation->work;
    return repair_copy(result->from, result->to, result->count, result->type);
}

/* Makes results go to a buffer first: in place, the input must stay whole until the last piece. */
static bool separate_result(struct repair *repair, const struct amount *amount)
{
    struct guard_collective *call = &repair->call;
    struct result *result = repair_alloc(repair, sizeof *result);
    int own = ((const int *)call->recvcounts)[repair->comm->rank];
    void *from = result ? repair_alloc(repair, (size_t)own * amount->extent) : NULL;
    if (!from)
        return false;
    *result = (struct result){from, call->recvbuf, own, repair_hold_type(repair, call->datatype)};
    if (result->type == MPI_DATATYPE_NULL)
        return false;
    repair->operation->work = result;
    repair->operation->finish = copy_result;
    call->sendbuf = call->recvbuf;
    call->recvbuf = from;
    return true;
}

/* Cuts the data of all blocks together; a piece has the part of each block that lies in it. */
static bool cut_blocks(struct repair *repair, const struct amount *amount, uint64_t largest)
{
    const int *counts = repair->call.recvcounts;
    uint64_t pieces = (amount->total + largest - 1) / largest;
    int *parts = repair_alloc(repair, pieces * (size_t)amount->ranks * sizeof *parts);
    if (!parts || (amount->in_place && !separate_result(repair, amount)))
        return false;
    for (uint64_t i = 0; i < pieces && repair->outcome == MPI_SUCCESS; i++) {
        struct guard_collective piece = repair->call;
        uint64_t from = i * largest, start = 0;
        uint64_t to = from + largest < amount->total ? from + largest : amount->total;
        for (int rank = 0; rank < amount->ranks; rank++) {
            uint64_t end = start + (uint64_t)counts[rank];
            uint64_t low = start > from ? start : from, high = end < to ? end : to;
            parts[rank] = high > low ? (int)(high - low) : 0;
            if (rank == repair->comm->rank && high > low)
                piece.recvbuf = pieces_moved(repair->call.recvbuf, low - start, amount->extent);
            start = end;
        }
        piece.sendbuf = pieces_moved(repair->call.sendbuf, from, amount->extent);
        piece.recvcounts = parts;
        parts += amount->ranks;
        repair->outcome = repair_issue_piece(repair, &piece, i + 1 == pieces);
    }
    return true;
}

/* Describes equal blocks as blocks of any size: a piece of the data is not the same part of each
 * block. */
static bool as_irregular(struct repair *repair)
{
    struct guard_collective *call = &repair->call;
    int ranks = repair->comm->size;
    int *counts = repair_alloc(repair, (size_t)ranks * sizeof *counts);
    for (int i = 0; counts && i < ranks; i++)
        counts[i] = (int)call->recvcount;
    call->recvcounts = counts;
    call->function += FUNCTION_Reduce_scatter - FUNCTION_Reduce_scatter_block;
    return counts != NULL;
}

bool repair_cut_reduction(struct repair *repair, const struct limit *limit)
{
    enum guard_function function = repair->call.function;
    bool equal =
        function == FUNCTION_Reduce_scatter_block || function == FUNCTION_Ireduce_scatter_block;
    if (equal && !as_irregular(repair))
        return false;
    struct amount amount = repair_amount(&repair->call, repair->comm);
    const struct limit *other = limit_reached(repair->call.function, &amount);
    uint64_t largest = largest_count(limit, &amount);
    if (other && largest_count(other, &amount) < largest)
        largest = largest_count(other, &amount);
    if (largest == 0)
        return false;
    if (is_reduce_scatter(repair->call.function))
        repair->made = cut_blocks(repair, &amount, largest);
    else
        repair->made = cut_by_count(repair, &amount, largest);
    return repair->made;
}

/* A broadcast's buffer as bytes in the order in which they are sent. */
struct stream {
    char *buffer;
    uint64_t bytes, size;
    MPI_Aint extent;
    MPI_Datatype type;
    uint64_t piece;     /* bytes */
    uint64_t *elements; /* elements that are cut, in order, each once */
    char *copies;       /* of these elements, packed */
    int cut_count;
    bool sends;
};

static char *pieces_copy_of(const struct stream *stream, uint64_t element)
{
    int i = 0;
    while (stream->elements[i] != element)
        i++;
    return stream->copies + (size_t)i * stream->size;
}

static char *pieces_place_of(const struct stream *stream, uint64_t element)
{
    return stream->buffer + (MPI_Aint)element * stream->extent;
}

/* Finds the elements that are cut, and packs them if they are sent. */
static bool find_cuts(struct stream *stream, struct repair *repair)
{
    uint64_t pieces = (stream->bytes + stream->piece - 1) / stream->piece;
    if (stream->piece % stream->size == 0)
        return true;
    if (stream->size > INT32_MAX)
        return false;
    stream->elements = repair_alloc(repair, pieces * sizeof *stream->elements);
    for (uint64_t i = 1; stream->elements && i < pieces; i++) {
        uint64_t element = i * stream->piece / stream->size;
        bool again = stream->cut_count > 0 && stream->elements[stream->cut_count - 1] == element;
        if (i * stream->piece % stream->size != 0 && !again)
            stream->elements[stream->cut_count++] = element;
    }
    stream->copies = repair_alloc(repair, (size_t)stream->cut_count * stream->size);
    if (!stream->elements || !stream->copies)
        return false;
    for (int i = 0, position; stream->sends && i < stream->cut_count; i++) {
        position = 0;
        NEXT(PMPI_Pack)(pieces_place_of(stream, stream->elements[i]), 1, stream->type,
                        stream->copies + (size_t)i * stream->size, (int)stream->size, &position,
                        self_comm());
    }
    return true;
}

static int put_back_cuts(struct operation *operation)
{
    const struct stream *stream = operation->work;
    int outcome = MPI_SUCCESS;
    for (int i = 0; i < stream->cut_count && outcome == MPI_SUCCESS; i++) {
        int position = 0;
        outcome = NEXT(PMPI_Unpack)(stream->copies + (size_t)i * stream->size, (int)stream->size,
                                    &position, pieces_place_of(stream, stream->elements[i]), 1,
                                    stream->type, self_comm());
    }
    return outcome;
}

/* Makes a datatype of the bytes [from, to) over absolute addresses: the end of an element, whole
 * elements, the start of one. */
static MPI_Datatype pieces_describe(const struct stream *stream, uint64_t from, uint64_t to)
{
    uint64_t first = (from + stream->size - 1) / stream->size, last = to / stream->size;
    int lengths[3], parts = 0;
    MPI_Aint places[3];
    MPI_Datatype types[3], type;
    if (from % stream->size != 0) {
        uint64_t end = first * stream->size < to ? first * stream->size : to;
        NEXT(PMPI_Get_address)(pieces_copy_of(stream, first - 1) + from % stream->size,
                               &places[parts]);
        lengths[parts] = (int)(end - from);
        types[parts++] = MPI_BYTE;
    }
    if (last > first) {
        NEXT(PMPI_Get_address)(pieces_place_of(stream, first), &places[parts]);
        lengths[parts] = (int)(last - first);
        types[parts++] = stream->type;
    }
    if (to % stream->size != 0 && last >= first) {
        NEXT(PMPI_Get_address)(pieces_copy_of(stream, last), &places[parts]);
        lengths[parts] = (int)(to % stream->size);
        types[parts++] = MPI_BYTE;
    }
    if (NEXT(PMPI_Type_create_struct)(parts, lengths, places, types, &type) != MPI_SUCCESS)
        return MPI_DATATYPE_NULL;
    NEXT(PMPI_Type_commit)(&type);
    return type;
}

static int issue_part(struct repair *repair, const struct stream *stream, uint64_t from,
                      uint64_t to)
{
    struct guard_collective piece = repair->call;
    bool last = to == stream->bytes;
    if (stream->piece % stream->size == 0) {
        piece.buffer = pieces_place_of(stream, from / stream->size);
        piece.count = (MPI_Count)((to - from) / stream->size);
        return repair_issue_piece(repair, &piece, last);
    }
    piece.buffer = MPI_BOTTOM;
    piece.count = 1;
    piece.datatype = pieces_describe(stream, from, to);
    if (piece.datatype == MPI_DATATYPE_NULL)
        return MPI_ERR_NO_MEM;
    int outcome = repair_issue_piece(repair, &piece, last);
    NEXT(PMPI_Type_free)(&piece.datatype);
    known_forget();
    return outcome;
}

/* Returns the largest power of two below the limit, which is a multiple of the size of nearly all
 * datatypes. */
static uint64_t piece_bytes(const struct limit *limit, int ranks)
{
    struct amount byte = {.count = 1, .size = 1, .extent = 1, .ranks = ranks};
    uint64_t each = limit_amount(limit->quantity, &byte), piece = 1,
             most = each == 0 ? 0 : (limit->from - 1) / each;
    while (piece * 2 <= most)
        piece *= 2;
    return most == 0 ? 0 : piece;
}

bool repair_cut_bytes(struct repair *repair, const struct limit *limit)
{
    const struct guard_collective *call = &repair->call;
    struct known_type known = *known_type(call->datatype);
    struct stream *stream = repair_alloc(repair, sizeof *stream);
    if (!stream)
        return false;
    *stream = (struct stream){.buffer = call->buffer,
                              .bytes = (uint64_t)known.size * (uint64_t)call->count,
                              .size = (uint64_t)known.size,
                              .extent = known.extent,
                              .type = call->datatype,
                              .piece = piece_bytes(limit, repair->comm->size),
                              .sends = call->root == repair->comm->rank};
    if (stream->piece == 0 || !find_cuts(stream, repair))
        return false;
    if (!stream->sends && stream->cut_count > 0) {
        stream->type = repair_hold_type(repair, call->datatype);
        if (stream->type == MPI_DATATYPE_NULL)
            return false;
        repair->operation->work = stream;
        repair->operation->finish = put_back_cuts;
    }
    repair->made = true;
    for (uint64_t from = 0; from < stream->bytes && repair->outcome == MPI_SUCCESS;) {
        uint64_t rest = stream->bytes - from,
                 to = from + (rest < stream->piece ? rest : stream->piece);
        repair->outcome = issue_part(repair, stream, from, to);
        from = to;
    }
    return true;
}
