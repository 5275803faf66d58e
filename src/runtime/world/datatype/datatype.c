#include "runtime/world/datatype/datatype.h"

#include "runtime/next.h"
#include "runtime/world/datatype/decode.h"

#include <pthread.h>
#include <stdlib.h>

/* A handle that was given out. The record of a freed one stays until the library reuses the value,
 * so that a use after the free is recognised. */
struct record {
    intptr_t handle;
    enum datatype_state state;
    bool predefined;
    uint32_t holds;
    uint32_t references; /* of the program; MPI_Type_get_contents adds references to a handle */
    uint64_t created, freed;
    uint64_t order; /* of creation */
    struct datatype_info *info;
};

/* Recursive, in case the library calls MPI functions of its own meanwhile. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

/* An open hash table by handle; at most half full, and nothing is ever removed. */
static struct record **slots;
static size_t slot_count, record_count;
static uint64_t last_order;

/* Returns where to begin in a table of `count` slots, a power of two. */
static size_t hash_handle(intptr_t handle, size_t count)
{
    return (size_t)(((uint64_t)handle * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (count - 1);
}

static struct record **datatype_slot_of(struct record **table, size_t count, intptr_t handle)
{
    size_t at = hash_handle(handle, count);
    while (table[at] && table[at]->handle != handle)
        at = (at + 1) & (count - 1);
    return &table[at];
}

static struct record *runtime_datatype_find(MPI_Datatype handle)
{
    return *datatype_slot_of(slots, slot_count, (intptr_t)handle);
}

static void datatype_grow(void)
{
    size_t count = slot_count ? slot_count * 2 : 512;
    struct record **table = datatype_memory(calloc(count, sizeof *table));
    for (size_t i = 0; i < slot_count; i++)
        if (slots[i])
            *datatype_slot_of(table, count, slots[i]->handle) = slots[i];
    free(slots);
    slots = table;
    slot_count = count;
}

static struct record *add_record(MPI_Datatype handle)
{
    if (++record_count * 2 > slot_count)
        datatype_grow();
    struct record *record = datatype_memory(calloc(1, sizeof *record));
    record->handle = (intptr_t)handle;
    *datatype_slot_of(slots, slot_count, record->handle) = record;
    return record;
}

static void add_predefined(void)
{
    MPI_Datatype handle;
    datatype_grow();
    for (size_t i = 0; datatype_predefined(i, &handle); i++)
        if (!runtime_datatype_find(handle)) {
            struct record *record = add_record(handle);
            record->state = DATATYPE_READY;
            record->predefined = true;
        }
}

static void datatype_enter(void)
{
    pthread_mutex_lock(&lock);
    if (!slots)
        add_predefined();
}

static void datatype_leave(void)
{
    pthread_mutex_unlock(&lock);
}

static const struct datatype_info *info_of(struct record *record)
{
    if (!record->info)
        record->info = datatype_decode((MPI_Datatype)record->handle);
    return record->info;
}

static void forget_info(struct record *record)
{
    if (record->info)
        datatype_info_free(record->info);
    record->info = NULL;
}

/* Predefined handles that this thread asked for. They never change, so no lookup is needed.
 * Programs ask for the same few, some programs once for each element. */
enum { RECENT = 16 };
static _Thread_local intptr_t recent[RECENT] __attribute__((tls_model("initial-exec")));

struct datatype_life datatype_life(MPI_Datatype handle)
{
    struct datatype_life life = {.state = DATATYPE_READY, .predefined = true};
    intptr_t *same = &recent[hash_handle((intptr_t)handle, RECENT)];
    if (*same && *same == (intptr_t)handle)
        return life;
    life = (struct datatype_life){.state = DATATYPE_UNKNOWN};
    if (handle == MPI_DATATYPE_NULL) {
        life.state = DATATYPE_NULL;
        return life;
    }
    datatype_enter();
    const struct record *record = runtime_datatype_find(handle);
    if (record)
        life = (struct datatype_life){record->state, record->predefined, record->created,
                                      record->freed};
    datatype_leave();
    if (life.predefined && !life.created)
        *same = (intptr_t)handle;
    return life;
}

const struct datatype_info *datatype_info(MPI_Datatype handle)
{
    datatype_enter();
    struct record *record = runtime_datatype_find(handle);
    const struct datatype_info *info = NULL;
    if (record && (record->state >= DATATYPE_UNCOMMITTED || record->holds > 0))
        info = info_of(record);
    datatype_leave();
    return info;
}

/* Ignores the record of a freed handle: MPICH gives the part itself, but Open MPI gives a copy,
 * which may have the value of any freed handle. */
const struct datatype_info *datatype_of_part(MPI_Datatype handle)
{
    struct record *record = runtime_datatype_find(handle);
    return record && record->state >= DATATYPE_UNCOMMITTED ? info_of(record) : NULL;
}

static void datatype_create(MPI_Datatype handle, enum datatype_state state, uint64_t site)
{
    struct record *record = runtime_datatype_find(handle);
    if (record && record->predefined)
        return;
    bool predefined = datatype_is_predefined(datatype_combiner(handle));
    if (record)
        forget_info(record); /* of a freed datatype with this value */
    else
        record = add_record(handle);
    *record = (struct record){
        .handle = (intptr_t)handle,
        .state = predefined ? DATATYPE_READY : state,
        .predefined = predefined,
        .references = 1,
        .created = site,
        .order = ++last_order,
    };
}

void datatype_created(MPI_Datatype handle, uint64_t site)
{
    datatype_enter();
    datatype_create(handle, DATATYPE_UNCOMMITTED, site);
    datatype_leave();
}

void datatype_obtained(MPI_Datatype handle, uint64_t site)
{
    datatype_enter();
    struct record *record = runtime_datatype_find(handle);
    if (record && record->state >= DATATYPE_UNCOMMITTED) {
        record->references++;
        record->created = record->predefined ? record->created : site;
    } else {
        datatype_create(handle, DATATYPE_UNCOMMITTED, site);
    }
    datatype_leave();
}

void datatype_duplicated(MPI_Datatype handle, MPI_Datatype original, uint64_t site)
{
    datatype_enter();
    const struct record *record = runtime_datatype_find(original);
    datatype_create(handle, record ? record->state : DATATYPE_UNCOMMITTED, site);
    datatype_leave();
}

void datatype_committed(MPI_Datatype handle)
{
    datatype_enter();
    struct record *record = runtime_datatype_find(handle);
    if (record && record->state == DATATYPE_UNCOMMITTED)
        record->state = DATATYPE_READY;
    datatype_leave();
}

bool datatype_freed(MPI_Datatype handle, uint64_t site)
{
    datatype_enter();
    struct record *record = runtime_datatype_find(handle);
    bool now = false;
    if (record && !record->predefined && record->state >= DATATYPE_UNCOMMITTED &&
        --record->references > 0) {
        now = true;
    } else if (record && !record->predefined && record->state >= DATATYPE_UNCOMMITTED) {
        record->state = DATATYPE_FREED;
        record->freed = site;
        now = record->holds == 0;
        if (now)
            forget_info(record);
    }
    datatype_leave();
    return now;
}

void datatype_hold(MPI_Datatype handle)
{
    datatype_enter();
    struct record *record = runtime_datatype_find(handle);
    if (record && !record->predefined)
        record->holds++;
    datatype_leave();
}

void datatype_release(MPI_Datatype handle)
{
    bool last = false;
    datatype_enter();
    struct record *record = runtime_datatype_find(handle);
    if (record && record->holds > 0) {
        record->holds--;
        last = record->holds == 0 && record->state == DATATYPE_FREED;
        if (last)
            forget_info(record);
    }
    datatype_leave();
    if (last)
        NEXT(PMPI_Type_free)(&handle);
}

static int compare_orders(const void *left, const void *right)
{
    const struct record *one = *(struct record *const *)left;
    const struct record *other = *(struct record *const *)right;
    return (one->order > other->order) - (one->order < other->order);
}

void datatype_each_leak(datatype_visitor visit, void *context)
{
    size_t count = 0;
    datatype_enter();
    struct record **leaks = datatype_memory(calloc(record_count, sizeof(struct record *)));
    for (size_t i = 0; i < slot_count; i++)
        if (slots[i] && !slots[i]->predefined && slots[i]->state >= DATATYPE_UNCOMMITTED)
            leaks[count++] = slots[i];
    qsort(leaks, count, sizeof(struct record *), compare_orders);
    for (size_t i = 0; i < count; i++)
        visit((MPI_Datatype)leaks[i]->handle, leaks[i]->created, context);
    free(leaks);
    datatype_leave();
}

struct layout_area datatype_area(const void *buffer, uint64_t count,
                                 const struct datatype_info *info)
{
    return (struct layout_area){info->layout, (uint64_t)(uintptr_t)buffer, count, info->extent};
}
