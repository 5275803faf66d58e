#include "runtime/world/datatype/travel.h"

#include "runtime/world/check/check.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/rank/rank.h"

#include <stdlib.h>
#include <string.h>

static const struct symbolic_carrier *told;

void travel_begin(const struct symbolic_carrier *whom)
{
    told = whom;
}

/* Visits the pieces of memory that elements occupy, in the order of MPI_Pack. */
struct travel_walk {
    void (*visit)(struct travel_walk *walk, char *piece, uint64_t length);
    struct symbolic_message *message;
    ptrdiff_t away;   /* distance to the other buffer */
    uint64_t at, end; /* bytes of the message */
};

static void travel_step(struct travel_walk *walk, char *piece, uint64_t length)
{
    uint64_t rest = walk->end - walk->at;
    if (length > rest)
        length = rest;
    if (length > 0)
        walk->visit(walk, piece, length);
    walk->at += length;
}

static void walk_element(struct travel_walk *walk, char *element, const struct layout *layout)
{
    for (uint32_t i = 0; i < layout->strip_count && walk->at < walk->end; i++) {
        const struct layout_strip *strip = &layout->strips[i];
        for (uint64_t j = 0; j < strip->repeat && walk->at < walk->end; j++)
            travel_step(walk, element + strip->offset + (int64_t)j * strip->stride,
                        (uint64_t)strip->length);
    }
}

/* Returns false if the layout is unknown. */
static bool travel_walk(struct travel_walk *walk, const void *buffer, MPI_Count count,
                        MPI_Datatype datatype)
{
    const struct datatype_info *info = datatype_info(datatype);
    char *dense = data_dense(buffer, datatype);
    if (dense)
        travel_step(walk, dense, walk->end);
    else if (!info->layout->known)
        return false;
    else
        for (MPI_Count i = 0; i < count && walk->at < walk->end; i++)
            walk_element(walk, data_at(buffer, i, datatype), info->layout);
    return true;
}

static void put_piece(struct travel_walk *walk, char *piece, uint64_t length)
{
    told->put(walk->message, walk->at, piece, length);
}

void travel_put(struct symbolic_message *message, const void *buffer, MPI_Count count,
                MPI_Datatype datatype)
{
    *message = (struct symbolic_message){0};
    if (!told)
        return;
    struct travel_walk pieces = {
        .visit = put_piece, .message = message, .end = data_bytes(count, datatype)};
    travel_walk(&pieces, buffer, count, datatype);
}

static void take_piece(struct travel_walk *walk, char *piece, uint64_t length)
{
    told->take(walk->message, walk->at, piece, length);
}

void travel_take(const struct symbolic_message *message, uint64_t bytes, void *buffer,
                 MPI_Count count, MPI_Datatype datatype)
{
    if (!told)
        return;
    struct symbolic_message here = *message;
    uint64_t room = data_bytes(count, datatype);
    struct travel_walk pieces = {
        .visit = take_piece, .message = &here, .end = bytes < room ? bytes : room};
    travel_walk(&pieces, buffer, count, datatype);
}

static void copy_piece(struct travel_walk *walk, char *piece, uint64_t length)
{
    told->copy(piece + walk->away, piece, length);
}

void travel_copy(void *to, const void *from, MPI_Count count, MPI_Datatype datatype)
{
    if (!told)
        return;
    struct travel_walk pieces = {.visit = copy_piece,
                                 .away = (char *)to - (const char *)from,
                                 .end = data_bytes(count, datatype)};
    travel_walk(&pieces, from, count, datatype);
}

/* Gives the symbolic type of an element; false: expressions have no such type. */
static bool type_of(const struct datatype_info *info, enum symbolic_type *type, bool *is_signed)
{
    static const enum symbolic_type integers[] = {
        [1] = SYMBOLIC_I8, [2] = SYMBOLIC_I16, [4] = SYMBOLIC_I32, [8] = SYMBOLIC_I64};
    char name[64];
    MPI_Count size = info->size;
    enum check_category category = check_category(info->code);
    if (size != 1 && size != 2 && size != 4 && size != 8)
        return false;
    if (category == CHECK_FLOATING) {
        *type = size == 4 ? SYMBOLIC_FLOAT : SYMBOLIC_DOUBLE;
        return size >= 4;
    }
    *type = integers[size];
    signature_code_name(info->code, name, sizeof name);
    *is_signed = category != CHECK_BYTE && !strstr(name, "UNSIGNED") && !strstr(name, "UINT");
    return category == CHECK_INTEGER || category == CHECK_FORTRAN_INTEGER || category == CHECK_BYTE;
}

static enum symbolic_op op_of(MPI_Op op, bool is_float, bool is_signed)
{
    const struct {
        MPI_Op op;
        enum symbolic_op of_signed, of_unsigned, of_float;
    } known[] = {
        {MPI_SUM, SYMBOLIC_ADD, SYMBOLIC_ADD, SYMBOLIC_FLOAT_ADD},
        {MPI_PROD, SYMBOLIC_MULTIPLY, SYMBOLIC_MULTIPLY, SYMBOLIC_FLOAT_MULTIPLY},
        {MPI_MAX, SYMBOLIC_MAXIMUM_SIGNED, SYMBOLIC_MAXIMUM_UNSIGNED, SYMBOLIC_FLOAT_MAXIMUM},
        {MPI_MIN, SYMBOLIC_MINIMUM_SIGNED, SYMBOLIC_MINIMUM_UNSIGNED, SYMBOLIC_FLOAT_MINIMUM},
        {MPI_LAND, SYMBOLIC_AND, SYMBOLIC_AND, SYMBOLIC_OP_COUNT},
        {MPI_BAND, SYMBOLIC_AND, SYMBOLIC_AND, SYMBOLIC_OP_COUNT},
        {MPI_LOR, SYMBOLIC_OR, SYMBOLIC_OR, SYMBOLIC_OP_COUNT},
        {MPI_BOR, SYMBOLIC_OR, SYMBOLIC_OR, SYMBOLIC_OP_COUNT},
        {MPI_LXOR, SYMBOLIC_XOR, SYMBOLIC_XOR, SYMBOLIC_OP_COUNT},
        {MPI_BXOR, SYMBOLIC_XOR, SYMBOLIC_XOR, SYMBOLIC_OP_COUNT},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].op == op)
            return is_float    ? known[i].of_float
                   : is_signed ? known[i].of_signed
                               : known[i].of_unsigned;
    return SYMBOLIC_OP_COUNT;
}

/* Returns how to reduce symbolically. Types that expressions do not have are treated as bytes with
 * an unknown operation, so the result is not symbolic. */
static struct symbolic_reduction travel_reduction_of(const struct datatype_info *info, MPI_Op op,
                                                     uint64_t *count)
{
    struct symbolic_reduction how = {.op = SYMBOLIC_OP_COUNT, .type = SYMBOLIC_I8};
    enum symbolic_type type;
    bool is_signed = true;
    if (info->code == SIGNATURE_NO_CODE || !type_of(info, &type, &is_signed)) {
        *count *= (uint64_t)info->size;
        return how;
    }
    how.type = type;
    how.op = op_of(op, type == SYMBOLIC_FLOAT || type == SYMBOLIC_DOUBLE, is_signed);
    how.logical = op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR;
    return how;
}

void travel_reduce(const void *one, void *result, MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
    const struct datatype_info *info = datatype_info(datatype);
    /* An operation of the program is symbolic code itself, and only such operations take derived
     * datatypes. */
    if (!told || !check_op_name(op) || !info->contiguous) {
        data_reduce(one, result, count, datatype, op);
        return;
    }
    uint64_t bytes = data_bytes(count, datatype), elements = (uint64_t)count;
    struct symbolic_reduction how = travel_reduction_of(info, op, &elements);
    void *other = rank_memory(malloc(bytes ? bytes : 1)), *to = data_dense(result, datatype);
    memcpy(other, to, bytes);
    told->copy(other, to, bytes);
    data_reduce(one, result, count, datatype, op);
    told->reduce(&how, data_dense(one, datatype), other, to, elements);
    free(other);
}
