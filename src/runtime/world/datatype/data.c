#include "runtime/world/datatype/data.h"

#include "runtime/next.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/rank/rank.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

uint64_t data_bytes(MPI_Count count, MPI_Datatype datatype)
{
    return (uint64_t)datatype_info(datatype)->size * (uint64_t)count;
}

/* Returns how many elements MPI_Pack and its relatives can process at once, at least one: they
 * count bytes in int. */
static int at_once(MPI_Count count, MPI_Datatype datatype)
{
    MPI_Count size = datatype_info(datatype)->size, most = INT_MAX / 2 / (size > 0 ? size : 1);
    if (most == 0)
        rank_stop("an element of a datatype with gaps has %lld bytes, more than the MPI library "
                  "packs",
                  (long long)size);
    return (int)(count < most ? count : most);
}

uint64_t data_size(MPI_Count count, MPI_Datatype datatype)
{
    uint64_t all = 0;
    if (datatype_info(datatype)->contiguous)
        return data_bytes(count, datatype);
    for (MPI_Count left = count; left > 0;) {
        int some = at_once(left, datatype), packed = 0;
        NEXT(PMPI_Pack_size)(some, datatype, MPI_COMM_SELF, &packed);
        all += (uint64_t)packed;
        left -= some;
    }
    return all;
}

void *data_dense(const void *buffer, MPI_Datatype datatype)
{
    const struct datatype_info *info = datatype_info(datatype);
    return info->contiguous ? (char *)(uintptr_t)buffer + info->true_lower : NULL;
}

/* MPI_Pack of MPICH refuses MPI_BOTTOM, so absolute addresses are given relative to this
 * variable. */
static char here;

static MPI_Datatype from_here(const void *buffer, int count, MPI_Datatype datatype)
{
    MPI_Datatype shifted = MPI_DATATYPE_NULL;
    MPI_Aint displacement = (MPI_Aint)(uintptr_t)buffer - (MPI_Aint)(uintptr_t)&here;
    NEXT(PMPI_Type_create_hindexed)(1, &count, &displacement, datatype, &shifted);
    NEXT(PMPI_Type_commit)(&shifted);
    return shifted;
}

/* Packs as many elements as MPI_Pack can at once, from a buffer with absolute addresses or not. */
static uint64_t pack_some(bool absolute, const void *buffer, int count, MPI_Datatype datatype,
                          void *payload)
{
    int position = 0, room = (int)data_size(count, datatype);
    if (!absolute) {
        NEXT(PMPI_Pack)(buffer, count, datatype, payload, room, &position, MPI_COMM_SELF);
        return (uint64_t)position;
    }
    MPI_Datatype shifted = from_here(buffer, count, datatype);
    NEXT(PMPI_Pack)(&here, 1, shifted, payload, room, &position, MPI_COMM_SELF);
    NEXT(PMPI_Type_free)(&shifted);
    return (uint64_t)position;
}

static void unpack_some(bool absolute, const void *payload, void *buffer, int count,
                        MPI_Datatype datatype)
{
    int position = 0, size = (int)data_bytes(count, datatype);
    if (!absolute) {
        NEXT(PMPI_Unpack)(payload, size, &position, buffer, count, datatype, MPI_COMM_SELF);
        return;
    }
    MPI_Datatype shifted = from_here(buffer, count, datatype);
    NEXT(PMPI_Unpack)(payload, size, &position, &here, 1, shifted, MPI_COMM_SELF);
    NEXT(PMPI_Type_free)(&shifted);
}

uint64_t data_pack(const void *buffer, MPI_Count count, MPI_Datatype datatype, void *payload)
{
    const struct datatype_info *info = datatype_info(datatype);
    if (count == 0 || info->size == 0)
        return 0;
    if (info->contiguous) {
        uint64_t bytes = data_bytes(count, datatype);
        memcpy(payload, (const char *)buffer + info->true_lower, bytes);
        return bytes;
    }
    uint64_t bytes = 0;
    for (MPI_Count done = 0; done < count;) {
        int some = at_once(count - done, datatype);
        bytes += pack_some(buffer == MPI_BOTTOM, data_at(buffer, done, datatype), some, datatype,
                           (char *)payload + bytes);
        done += some;
    }
    return bytes;
}

/* Unpacks the first bytes of one element, piece by piece; false: the pieces are unknown. */
static bool unpack_strips(const char *payload, uint64_t size, void *buffer, MPI_Datatype datatype)
{
    struct layout_area area = datatype_area(buffer, 1, datatype_info(datatype));
    if (!area.layout->known)
        return false;
    for (uint32_t i = 0; i < area.layout->strip_count; i++) {
        const struct layout_strip *strip = &area.layout->strips[i];
        uint64_t place = area.address + (uint64_t)strip->offset;
        for (uint64_t copy = 0; copy < strip->repeat && size > 0; copy++) {
            uint64_t bytes = size < (uint64_t)strip->length ? size : (uint64_t)strip->length;
            memcpy((void *)(uintptr_t)place, payload, bytes); /* NOLINT */
            payload += bytes;
            size -= bytes;
            place += (uint64_t)strip->stride;
        }
    }
    return true;
}

/* Unpacks a part of an element. The rest of the element stays unchanged and may not even exist:
 * programs state more room than they have. Only with a datatype of very many pieces the whole
 * element is read and written. */
static void unpack_part(const void *payload, uint64_t size, void *buffer, MPI_Datatype datatype)
{
    if (unpack_strips(payload, size, buffer, datatype))
        return;
    uint64_t room = data_size(1, datatype);
    char *whole = rank_memory(malloc(room));
    uint64_t bytes = data_pack(buffer, 1, datatype, whole);
    int position = 0;
    memcpy(whole, payload, size);
    NEXT(PMPI_Unpack)(whole, (int)bytes, &position, buffer, 1, datatype, MPI_COMM_SELF);
    free(whole);
}

void data_unpack(const void *payload, uint64_t size, void *buffer, MPI_Count count,
                 MPI_Datatype datatype)
{
    const struct datatype_info *info = datatype_info(datatype);
    if (count == 0 || size == 0 || info->size == 0)
        return;
    uint64_t room = data_bytes(count, datatype), position_of_part;
    if (size > room)
        size = room;
    if (info->contiguous) {
        memcpy((char *)buffer + info->true_lower, payload, size);
        return;
    }
    /* A shorter message fills only the first elements, perhaps a part of the last one. */
    MPI_Count whole = (MPI_Count)(size / (uint64_t)info->size);
    for (MPI_Count done = 0; done < whole;) {
        int some = at_once(whole - done, datatype);
        unpack_some(buffer == MPI_BOTTOM, (const char *)payload + data_bytes(done, datatype),
                    data_at(buffer, done, datatype), some, datatype);
        done += some;
    }
    position_of_part = data_bytes(whole, datatype);
    if (position_of_part < size)
        unpack_part((const char *)payload + position_of_part, size - position_of_part,
                    data_at(buffer, whole, datatype), datatype);
}

void data_copy(const void *from, MPI_Count from_count, MPI_Datatype from_type, void *to,
               MPI_Count to_count, MPI_Datatype to_type)
{
    uint64_t size = data_size(from_count, from_type);
    void *packed = rank_memory(malloc(size ? size : 1));
    size = data_pack(from, from_count, from_type, packed);
    data_unpack(packed, size, to, to_count, to_type);
    free(packed);
}

/* MPI_Reduce_local counts in int. */
void data_reduce(const void *one, void *result, MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
    for (MPI_Count done = 0; done < count;) {
        int some = (int)(count - done < INT_MAX ? count - done : INT_MAX);
        NEXT(PMPI_Reduce_local)
        (data_at(one, done, datatype), data_at(result, done, datatype), some, datatype, op);
        done += some;
    }
}

void *data_at(const void *buffer, ptrdiff_t index, MPI_Datatype datatype)
{
    return (char *)(uintptr_t)buffer + index * datatype_info(datatype)->extent;
}

void *data_allocate(MPI_Count count, MPI_Datatype datatype, void **origin)
{
    const struct datatype_info *info = datatype_info(datatype);
    size_t space = (size_t)info->true_extent;
    if (count > 1)
        space += (size_t)info->extent * (size_t)(count - 1);
    char *memory = rank_memory(calloc(1, space ? space : 1));
    *origin = memory - info->true_lower;
    return memory;
}
