#include "runtime/trace/names.h"

#include "runtime/weak.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct name_constant {
    enum name_kind kind;
    const char *name;
    intptr_t value;
};

static const struct name_constant constants[] = {
#define CONSTANT(kind, name) {NAME_##kind, #name, (intptr_t)(name)},
#include TUTTI_CONSTANTS
#undef CONSTANT
};

enum { CONSTANT_COUNT = sizeof constants / sizeof *constants, SLOT_COUNT = 1024 };
_Static_assert(SLOT_COUNT >= 2 * CONSTANT_COUNT, "the table of constants stays half empty");

static const struct name_constant *slots[SLOT_COUNT];
static pthread_once_t slots_once = PTHREAD_ONCE_INIT;

static size_t names_name_hash(enum name_kind kind, intptr_t value)
{
    uint64_t mixed = ((uint64_t)value + (uint64_t)kind) * 0x9e3779b97f4a7c15U;
    return (size_t)(mixed >> 32);
}

/* Returns whether the library has the constant. In Open MPI a handle is the address of a variable,
 * which an older library may not have. */
static bool names_library_has(const struct name_constant *constant)
{
#ifdef TUTTI_FAMILY_OPENMPI
    return constant->kind > NAME_LAST_HANDLE || constant->value;
#else
    (void)constant;
    return true;
#endif
}

/* Fills the table of constants. Of several names for one value the first one stays:
 * MPI_LONG_LONG_INT and MPI_LONG_LONG are the same. */
static void fill_slots(void)
{
    for (size_t i = 0; i < CONSTANT_COUNT; i++) {
        const struct name_constant *constant = &constants[i];
        if (!names_library_has(constant))
            continue;
        size_t at = names_name_hash(constant->kind, constant->value) % SLOT_COUNT;
        while (slots[at] &&
               (slots[at]->kind != constant->kind || slots[at]->value != constant->value))
            at = (at + 1) % SLOT_COUNT;
        if (!slots[at])
            slots[at] = constant;
    }
}

const char *name_of_constant(enum name_kind kind, intptr_t value)
{
#define VARIABLE(group, constant)                                             \
    if (kind == NAME_##group && &(constant) && value == (intptr_t)(constant)) \
        return #constant;
#include TUTTI_CONSTANTS
#undef VARIABLE
    pthread_once(&slots_once, fill_slots);
    for (size_t at = names_name_hash(kind, value) % SLOT_COUNT; slots[at];
         at = (at + 1) % SLOT_COUNT)
        if (slots[at]->kind == kind && slots[at]->value == value)
            return slots[at]->name;
    return NULL;
}

const char *name_of_flag(enum name_kind kind, intptr_t *value)
{
    for (size_t i = 0; i < CONSTANT_COUNT; i++) {
        const struct name_constant *constant = &constants[i];
        if (constant->kind == kind && constant->value && (*value & constant->value)) {
            *value &= ~constant->value;
            return constant->name;
        }
    }
    return NULL;
}

/* The number of a handle, in an open hash table that only grows. */
struct handle {
    enum { HANDLE_NONE, HANDLE_LIVE, HANDLE_FREED } state;
    uint32_t number;
    enum name_kind kind;
    intptr_t value;
};

static pthread_mutex_t handle_lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle *handles;
static size_t handle_space, handle_count;
static uint32_t handle_last[NAME_LAST_HANDLE + 1];

static struct handle *handle_find(struct handle *table, size_t space, enum name_kind kind,
                                  intptr_t value)
{
    size_t at = names_name_hash(kind, value) % space;
    while (table[at].state != HANDLE_NONE && (table[at].kind != kind || table[at].value != value))
        at = (at + 1) % space;
    return &table[at];
}

/* Doubles the table. Without memory the table stays as it is, and new handles have no number. */
static int handle_grow(void)
{
    size_t space = handle_space ? handle_space * 2 : 256;
    struct handle *table = calloc(space, sizeof *table);
    if (!table)
        return -1;
    for (size_t i = 0; i < handle_space; i++)
        if (handles[i].state == HANDLE_LIVE)
            *handle_find(table, space, handles[i].kind, handles[i].value) = handles[i];
    free(handles);
    handles = table;
    handle_space = space;
    return 0;
}

uint32_t name_number(enum name_kind kind, intptr_t handle)
{
    uint32_t number = 0;
    pthread_mutex_lock(&handle_lock);
    if (handle_space > 0) {
        const struct handle *slot = handle_find(handles, handle_space, kind, handle);
        if (slot->state == HANDLE_LIVE)
            number = slot->number;
    }
    pthread_mutex_unlock(&handle_lock);
    return number;
}

void name_assign(enum name_kind kind, intptr_t handle)
{
    pthread_mutex_lock(&handle_lock);
    if (handle_count * 2 < handle_space || handle_grow() == 0) {
        struct handle *slot = handle_find(handles, handle_space, kind, handle);
        if (slot->state == HANDLE_NONE)
            handle_count++;
        *slot = (struct handle){HANDLE_LIVE, ++handle_last[kind], kind, handle};
    }
    pthread_mutex_unlock(&handle_lock);
}

void name_forget(enum name_kind kind, intptr_t handle)
{
    pthread_mutex_lock(&handle_lock);
    if (handle_space > 0) {
        struct handle *slot = handle_find(handles, handle_space, kind, handle);
        if (slot->state == HANDLE_LIVE)
            slot->state = HANDLE_FREED;
    }
    pthread_mutex_unlock(&handle_lock);
}

const char *name_of_kind(enum name_kind kind)
{
    static const char *const names[] = {
        [NAME_comm] = "comm",
        [NAME_group] = "group",
        [NAME_request] = "request",
        [NAME_message] = "message",
        [NAME_errhandler] = "errhandler",
        [NAME_info] = "info",
        [NAME_win] = "win",
        [NAME_file] = "file",
        [NAME_session] = "session",
        [NAME_op] = "op",
        [NAME_datatype] = "datatype",
    };
    return names[kind];
}
