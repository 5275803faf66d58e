#include "runtime/world/datatype/fit.h"

#include "runtime/world/checksum.h"
#include "runtime/world/memory/memory.h"

#include <string.h>
#include <unwind.h>

enum {
    STRIPS_MAX = 1024, /* of a layout that is sent */
    PROBES_MAX = 16,
    TOLD_MAX = 64,
    COUNT_BITS = 8,
};

/* Faults found in this execution. */
static uint64_t told[TOLD_MAX];
static uint32_t told_count;

static bool is_told(uint64_t key)
{
    for (uint32_t i = 0; i < told_count; i++)
        if (told[i] == key)
            return true;
    return false;
}

/* Returns whether to ask about a datatype: bytes, characters and packed data fit all memory. */
static bool is_asked_about(const struct datatype_info *info)
{
    const struct signature *signature = info->signature;
    return info->size > 1 && signature->bytes > signature->elements &&
           !(signature->flags & (SIGNATURE_PACKED | SIGNATURE_OPAQUE)) && info->layout->known &&
           info->layout->strip_count <= STRIPS_MAX;
}

/* Returns a hash of the call, the datatype, and whether there are several elements. */
static uint64_t fit_place_of(const struct world_call *at, uint64_t count,
                             const struct datatype_info *info)
{
    const struct layout *layout = info->layout;
    uint64_t hash = checksum_number(world_site_address((uintptr_t)at->site), info->signature->hash);
    hash = checksum_number(hash, (uint64_t)info->extent);
    hash = checksum_number(hash, (uint64_t)layout->low);
    hash = checksum_number(hash, (uint64_t)layout->high + (count > 1));
    for (uint32_t i = 0; i < layout->strip_count && i < PROBES_MAX; i++)
        hash = checksum_number(hash, (uint64_t)layout->strips[i].offset);
    return hash;
}

/* Returns the word of the table with the key's upper bits, or a free one that now has them; NULL:
 * none. */
static _Atomic uint64_t *fit_find_place(uint64_t key)
{
    for (uint64_t i = 0; i < PROBES_MAX; i++) {
        _Atomic uint64_t *word = &world->fit_places[((key >> 32) + i) % WORLD_FIT_PLACES];
        uint64_t free_word = 0, wanted = key >> COUNT_BITS << COUNT_BITS;
        if (atomic_load(word) >> COUNT_BITS == key >> COUNT_BITS ||
            atomic_compare_exchange_strong(word, &free_word, wanted) ||
            free_word >> COUNT_BITS == key >> COUNT_BITS)
            return word;
    }
    return NULL;
}

static _Atomic uint64_t *find_fit(uint64_t key)
{
    return &world->fits[(key >> 32) % WORLD_FITS];
}

struct caller_search {
    struct world_fit *fit;
    uint64_t site;
};

/* Keeps registers that a call preserves: only these still have the caller's values. */
static void keep_preserved(struct _Unwind_Context *context, struct world_fit *fit)
{
#if defined __x86_64__
    static const int preserved[] = {3, 6, 12, 13, 14, 15};
    enum { STACK_POINTER = 7 };
#else
    static const int preserved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29};
    enum { STACK_POINTER = 31 };
#endif
    for (size_t i = 0; i < sizeof preserved / sizeof *preserved; i++) {
        fit->registers[preserved[i]] = _Unwind_GetGR(context, preserved[i]);
        fit->known |= UINT64_C(1) << preserved[i];
    }
    fit->registers[STACK_POINTER] = fit->cfa = _Unwind_GetCFA(context);
    fit->known |= UINT64_C(1) << STACK_POINTER;
}

static _Unwind_Reason_Code fit_look_at_frame(struct _Unwind_Context *context, void *data)
{
    const struct caller_search *search = data;
    if (_Unwind_GetIP(context) != search->site)
        return _URC_NO_REASON;
    keep_preserved(context, search->fit);
    return _URC_END_OF_STACK;
}

static void find_caller(struct world_fit *fit, uint64_t site)
{
    struct caller_search search = {.fit = fit, .site = site};
    fit->pc = site - 1;
    _Unwind_Backtrace(fit_look_at_frame, &search);
}

static size_t round_up(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

/* Returns whether the command has found that the datatype does not fit. */
static bool fit_ask(const struct world_call *at, const char *argument, const void *buffer,
                    uint64_t count, const struct datatype_info *info)
{
    const struct layout *layout = info->layout;
    size_t signature_bytes = signature_size(info->signature);
    size_t layout_bytes = sizeof *layout + layout->strip_count * sizeof *layout->strips;
    struct world_op operation = {.kind = OP_FIT, .site = world_site_address((uintptr_t)at->site)};
    strncpy(operation.call, at->name, WORLD_CALL - 1);
    char *payload = rank_payload(
        sizeof(struct world_fit) + round_up(signature_bytes) + layout_bytes, &operation.payload);
    struct world_fit fit = {.buffer = (uint64_t)(uintptr_t)buffer,
                            .count = count,
                            .extent = info->extent,
                            .signature_bytes = (uint32_t)signature_bytes,
                            .layout_bytes = (uint32_t)layout_bytes};
    strncpy(fit.argument, argument, WORLD_CALL - 1);
    struct memory_object object;
    if (memory_find(buffer, &object) && object.kind == MEMORY_HEAP) {
        fit.low = (uint64_t)(uintptr_t)object.start;
        fit.high = fit.low + object.size;
    }
    find_caller(&fit, operation.site);
    memcpy(payload, &fit, sizeof fit);
    memcpy(payload + sizeof fit, info->signature, signature_bytes);
    memcpy(payload + sizeof fit + round_up(signature_bytes), layout, layout_bytes);
    return rank_wait(&operation)->flag != 0;
}

void fit_check(const struct world_call *at, const char *argument, const void *buffer,
               uint64_t count, const struct datatype_info *info)
{
    if (!is_asked_about(info))
        return;
    uint64_t place = fit_place_of(at, count, info);
    uint64_t key = checksum_number(place, (uint64_t)(uintptr_t)buffer);
    if (atomic_load(find_fit(key)) == key || is_told(key))
        return;
    _Atomic uint64_t *asked = fit_find_place(place);
    if (!asked || (atomic_load(asked) & ((1U << COUNT_BITS) - 1)) >= FIT_BUFFERS_MAX)
        return;
    if (fit_ask(at, argument, buffer, count, info)) {
        if (told_count < TOLD_MAX)
            told[told_count++] = key;
        return;
    }
    atomic_store(find_fit(key), key);
    atomic_fetch_add(asked, 1);
}
