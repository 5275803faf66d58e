#include "runtime/world/data.h"

#include "runtime/next.h"
#include "runtime/world/rank.h"

#include <stdlib.h>
#include <string.h>

/* A predefined type whose elements lie in memory as they lie in a payload. */
static bool is_plain(MPI_Datatype datatype, int *size)
{
    int integers = 0, addresses = 0, types = 0, combiner = 0;
    MPI_Aint lower = 0, extent = 0;
    NEXT(PMPI_Type_get_envelope)(datatype, &integers, &addresses, &types, &combiner);
    NEXT(PMPI_Type_size)(datatype, size);
    NEXT(PMPI_Type_get_extent)(datatype, &lower, &extent);
    return combiner == MPI_COMBINER_NAMED && extent == *size;
}

uint64_t data_bytes(int count, MPI_Datatype datatype)
{
    int size = 0;
    NEXT(PMPI_Type_size)(datatype, &size);
    return (uint64_t)size * (uint64_t)count;
}

uint64_t data_size(int count, MPI_Datatype datatype)
{
    int size = 0, packed = 0;
    if (is_plain(datatype, &size))
        return (uint64_t)size * (uint64_t)count;
    NEXT(PMPI_Pack_size)(count, datatype, MPI_COMM_SELF, &packed);
    return (uint64_t)packed;
}

bool data_keep(MPI_Datatype *datatype)
{
    int integers = 0, addresses = 0, types = 0, combiner = 0;
    NEXT(PMPI_Type_get_envelope)(*datatype, &integers, &addresses, &types, &combiner);
    if (combiner == MPI_COMBINER_NAMED)
        return false;
    MPI_Datatype duplicate = MPI_DATATYPE_NULL;
    NEXT(PMPI_Type_dup)(*datatype, &duplicate);
    *datatype = duplicate;
    return true;
}

/* MPI_Pack of MPICH refuses MPI_BOTTOM, so absolute addresses are told from a place of ours. */
static char here;

static MPI_Datatype from_origin(int count, MPI_Datatype datatype)
{
    MPI_Datatype shifted = MPI_DATATYPE_NULL;
    MPI_Aint displacement = -(MPI_Aint)(uintptr_t)&here;
    NEXT(PMPI_Type_create_hindexed)(1, &count, &displacement, datatype, &shifted);
    NEXT(PMPI_Type_commit)(&shifted);
    return shifted;
}

void data_pack(const void *buffer, int count, MPI_Datatype datatype, void *payload)
{
    int size, position = 0;
    if (count == 0)
        return;
    if (buffer == MPI_BOTTOM) {
        MPI_Datatype shifted = from_origin(count, datatype);
        data_pack(&here, 1, shifted, payload);
        NEXT(PMPI_Type_free)(&shifted);
        return;
    }
    if (is_plain(datatype, &size))
        memcpy(payload, buffer, (size_t)size * (size_t)count);
    else
        NEXT(PMPI_Pack)(buffer, count, datatype, payload, (int)data_size(count, datatype),
                        &position, MPI_COMM_SELF);
}

void data_unpack(const void *payload, uint64_t size, void *buffer, int count, MPI_Datatype datatype)
{
    int element, position = 0;
    if (count == 0 || size == 0)
        return;
    if (buffer == MPI_BOTTOM) {
        MPI_Datatype shifted = from_origin(count, datatype);
        data_unpack(payload, size, &here, 1, shifted);
        NEXT(PMPI_Type_free)(&shifted);
        return;
    }
    if (is_plain(datatype, &element)) {
        uint64_t room = (uint64_t)element * (uint64_t)count;
        memcpy(buffer, payload, size < room ? size : room);
        return;
    }
    /* A shorter message fills the first elements only. */
    uint64_t whole = data_bytes(1, datatype);
    if (whole > 0 && size / whole < (uint64_t)count)
        count = (int)((size + whole - 1) / whole);
    NEXT(PMPI_Unpack)(payload, (int)size, &position, buffer, count, datatype, MPI_COMM_SELF);
}

void data_copy(const void *from, int from_count, MPI_Datatype from_type, void *to, int to_count,
               MPI_Datatype to_type)
{
    uint64_t size = data_size(from_count, from_type);
    void *packed = malloc(size ? size : 1);
    if (!packed)
        rank_stop("out of memory in rank %d", world_rank);
    data_pack(from, from_count, from_type, packed);
    data_unpack(packed, size, to, to_count, to_type);
    free(packed);
}

void *data_at(const void *buffer, ptrdiff_t index, MPI_Datatype datatype)
{
    MPI_Aint lower = 0, extent = 0;
    NEXT(PMPI_Type_get_extent)(datatype, &lower, &extent);
    return (char *)(uintptr_t)buffer + index * extent;
}

void *data_allocate(int count, MPI_Datatype datatype, void **origin)
{
    MPI_Aint lower = 0, extent = 0, true_lower = 0, true_extent = 0;
    NEXT(PMPI_Type_get_extent)(datatype, &lower, &extent);
    NEXT(PMPI_Type_get_true_extent)(datatype, &true_lower, &true_extent);
    size_t space = (size_t)true_extent + (size_t)extent * (size_t)(count > 0 ? count - 1 : 0);
    char *memory = calloc(1, space ? space : 1);
    if (!memory)
        rank_stop("out of memory in rank %d", world_rank);
    *origin = memory - true_lower;
    return memory;
}
