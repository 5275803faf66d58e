#include "runtime/beacon/requests.h"

#include "runtime/next.h"

#include <stdlib.h>
#include <string.h>

/* An entry of the table. MPICH gives the same handle to all sends that complete at once: `active`
 * counts them, and all are of the same kind as the first. */
struct requests_entry {
    intptr_t handle; /* 0: the entry is free; MPI_REQUEST_NULL is never in the table */
    int32_t world;   /* the other rank; of a collective, the root if the call needs only the root */
    uint32_t active;
    uint32_t ordinal; /* of a collective: the last bits of its number */
    int16_t comm;     /* of a collective that needs other ranks: index in the record; otherwise
                         -1 */
    uint8_t kind;
    bool persistent;
};

static struct requests_entry *table;
static size_t capacity, used;

static size_t requests_home(intptr_t handle)
{
    return (size_t)(((uint64_t)handle * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (capacity - 1);
}

static struct requests_entry *requests_find(MPI_Request request)
{
    if (capacity == 0)
        return NULL;
    size_t at = requests_home((intptr_t)request);
    while (table[at].handle != 0 && table[at].handle != (intptr_t)request)
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static bool requests_grow(void)
{
    struct requests_entry *old = table;
    size_t count = capacity;
    struct requests_entry *larger = calloc(count ? count * 2 : 256, sizeof *larger);
    if (!larger)
        return false;
    table = larger;
    capacity = count ? count * 2 : 256;
    for (size_t i = 0; i < count; i++)
        if (old[i].handle != 0)
            *requests_find((MPI_Request)old[i].handle) = old[i];
    free(old);
    return true;
}

/* Removes an entry, and moves up later ones that a search would no longer find after the gap. */
static void requests_erase(struct requests_entry *entry)
{
    size_t gap = (size_t)(entry - table);
    table[gap].handle = 0;
    used--;
    for (size_t at = (gap + 1) & (capacity - 1); table[at].handle != 0;
         at = (at + 1) & (capacity - 1)) {
        size_t from = requests_home(table[at].handle);
        if (((at - from) & (capacity - 1)) >= ((at - gap) & (capacity - 1))) {
            table[gap] = table[at];
            table[at].handle = 0;
            gap = at;
        }
    }
}

static bool is_send(int kind)
{
    return kind == REQUEST_SEND || kind == REQUEST_SMALL_SEND;
}

bool requests_small(MPI_Count count, MPI_Datatype datatype)
{
    enum { SMALL = 1024 };
    int size = SMALL + 1;
    if (count > SMALL || NEXT(PMPI_Type_size)(datatype, &size) != MPI_SUCCESS)
        return false;
    return count * size <= SMALL;
}

static uint64_t *open_count(enum request_kind kind)
{
    return kind == REQUEST_SEND         ? &beacon_process->sends_open
           : kind == REQUEST_COLLECTIVE ? &beacon_process->collectives_open
                                        : &beacon_process->others_open;
}

static void requests_begin(enum request_kind kind, int world)
{
    if (kind == REQUEST_RECEIVE)
        beacon_process->posted++;
    else if (kind != REQUEST_SMALL_SEND)
        ++*open_count(kind);
    if (kind == REQUEST_SEND || kind == REQUEST_SMALL_SEND)
        requests_sent(world);
}

static struct requests_entry *beacon_requests_add(MPI_Request request, enum request_kind kind,
                                                  int world)
{
    if (request == MPI_REQUEST_NULL || (used * 2 >= capacity && !requests_grow())) {
        beacon_doubt(BEACON_DOUBT_MESSAGES);
        return NULL;
    }
    struct requests_entry *entry = requests_find(request);
    if (entry->handle == 0) {
        used++;
        *entry = (struct requests_entry){
            .handle = (intptr_t)request, .world = world, .comm = -1, .kind = (uint8_t)kind};
    } else if (entry->persistent || is_send(entry->kind) != is_send(kind) ||
               (!is_send(kind) && entry->kind != kind)) {
        beacon_doubt(BEACON_DOUBT_MESSAGES);
        return NULL;
    }
    return entry;
}

static struct requests_entry *add_active(MPI_Request request, enum request_kind kind, int world)
{
    struct requests_entry *entry = beacon_requests_add(request, kind, world);
    requests_begin(entry ? (enum request_kind)entry->kind : kind, world);
    if (entry)
        entry->active++;
    return entry;
}

void requests_add(MPI_Request request, enum request_kind kind, int world)
{
    add_active(request, kind, world);
}

void requests_add_collective(MPI_Request request, enum beacon_kind needs,
                             const struct beacon_lane *lane)
{
    struct requests_entry *entry = add_active(request, REQUEST_COLLECTIVE, BEACON_NOBODY);
    bool is_root = lane->peer == beacon_process->rank;
    bool all = needs == BEACON_ALL || (needs == BEACON_TO_ROOT && is_root);
    if (!entry)
        return;
    entry->comm = -1;
    if (entry->active > 1 || (!all && (needs != BEACON_FROM_ROOT || is_root)))
        return;
    entry->comm = (int16_t)lane->comm;
    entry->ordinal = (uint32_t)lane->ordinal;
    entry->world = all ? BEACON_NOBODY : lane->peer;
}

void requests_forget_comm(int comm)
{
    for (size_t i = 0; i < capacity && beacon_process->collectives_open > 0; i++)
        if (table[i].comm == comm)
            table[i].comm = -1;
}

void requests_add_persistent(MPI_Request request, enum request_kind kind, int world)
{
    struct requests_entry *entry = beacon_requests_add(request, kind, world);
    if (entry)
        entry->persistent = true;
}

void requests_start(const MPI_Request *requests, int count)
{
    for (int i = 0; i < count; i++) {
        struct requests_entry *entry = requests_find(requests[i]);
        if (!entry || entry->handle == 0) {
            beacon_doubt(BEACON_DOUBT_MESSAGES);
            continue;
        }
        entry->active = 1;
        requests_begin((enum request_kind)entry->kind, entry->world);
    }
}

/* Returns whether nothing is known of a request; `entry` is the result of requests_find() for it.
 */
static bool is_unknown(MPI_Request request, const struct requests_entry *entry)
{
    return request != MPI_REQUEST_NULL && (!entry || entry->handle == 0);
}

/* Shows a collective that a wait needs. Of several it shows the one that needs most: preferably all
 * ranks, and otherwise the last. */
static void show_collective(struct beacon_lane *lane, const struct requests_entry *entry)
{
    bool shows_all = lane->comm >= 0 && lane->peer == BEACON_NOBODY;
    if (entry->comm < 0 || (shows_all && entry->world != BEACON_NOBODY))
        return;
    uint64_t entered = beacon_process->comms[entry->comm].entered;
    lane->comm = entry->comm;
    lane->peer = entry->world;
    lane->ordinal = entered - ((uint32_t)entered - entry->ordinal);
}

struct tally requests_take(struct beacon_lane *lane, const MPI_Request *requests, int count)
{
    struct tally tally = {0};
    for (int i = 0; i < count; i++) {
        struct requests_entry *entry = requests_find(requests[i]);
        if (is_unknown(requests[i], entry)) {
            beacon_process->others_open++;
            tally.of[REQUEST_OTHER]++;
        } else if (entry && entry->handle != 0 && entry->active > 0) {
            tally.of[entry->kind]++;
            if (entry->kind == REQUEST_COLLECTIVE && lane)
                show_collective(lane, entry);
            else if (entry->kind == REQUEST_RECEIVE && lane && count == 1)
                lane->peer = entry->world;
            if (--entry->active == 0 && !entry->persistent)
                requests_erase(entry);
        }
    }
    return tally;
}

void requests_complete(const struct tally *tally)
{
    beacon_process->received += tally->of[REQUEST_RECEIVE];
    beacon_process->sends_open -= tally->of[REQUEST_SEND];
    beacon_process->collectives_open -= tally->of[REQUEST_COLLECTIVE];
    beacon_process->others_open -= tally->of[REQUEST_OTHER];
}

MPI_Request *requests_copy(const MPI_Request *requests, int count, MPI_Request *place)
{
    if (count <= 0 || !requests)
        return NULL;
    MPI_Request *copy = count <= REQUESTS_NEAR ? place : malloc((size_t)count * sizeof *copy);
    if (copy)
        memcpy(copy, requests, (size_t)count * sizeof *copy);
    else
        beacon_doubt(BEACON_DOUBT_MESSAGES);
    return copy;
}

void requests_forget(MPI_Request *copy, const MPI_Request *place)
{
    if (copy != place)
        free(copy);
}

void requests_completed(const MPI_Request *copy, const int *indices, int count)
{
    for (int i = 0; copy && i < count; i++) {
        struct tally tally = requests_take(NULL, &copy[indices[i]], 1);
        requests_complete(&tally);
    }
}

void requests_unknown(const MPI_Request *copy, int count, int step)
{
    for (int i = 0; copy && i < count; i++)
        if (is_unknown(copy[i], requests_find(copy[i])))
            beacon_process->others_open += (uint64_t)(int64_t)step;
}

void requests_given_up(MPI_Request request, bool freed)
{
    struct requests_entry *entry = requests_find(request);
    if (!entry || entry->handle == 0 || entry->active > 0)
        beacon_doubt(BEACON_DOUBT_MESSAGES);
    else if (freed)
        requests_erase(entry);
}
