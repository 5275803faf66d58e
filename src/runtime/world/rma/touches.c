#include "runtime/world/rma/touches.h"

#include "runtime/memory.h"
#include "runtime/world/checksum.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/request/pending.h"
#include "runtime/world/rma/window.h"

#include <string.h>

enum {
    TOUCHES_MAX = 1024, /* kept between two operations; further ones are ignored */
    SLOTS = 4 * TOUCHES_MAX,
};

static struct touch touches[TOUCHES_MAX];
static uint32_t count;
static uint32_t batch = 1; /* 1 + number of reports */

/* Index of an access in the list, by its place in the program and by its memory. */
static struct {
    uint32_t batch, index;
} slots[SLOTS];

/* Called for each piece of memory of a window that others, or this rank if it is shared, may
 * access. */
typedef void window_piece(const struct vwin *window, uint64_t low, uint64_t high, int target,
                          uint64_t there, void *data);

static void visit_shared(const struct vwin *window, window_piece *visit, void *data)
{
    const uint64_t segment = (uint64_t)(uintptr_t)world;
    for (int i = 0; i < window->comm->size; i++) {
        const struct part *part = &window->parts[i];
        uint64_t low = part->base - part->segment + segment;
        visit(window, low, low + part->size, window->comm->members[i], part->base, data);
    }
}

static void visit_window(const struct vwin *window, window_piece *visit, void *data)
{
    if (window->flavour == MPI_WIN_FLAVOR_SHARED) {
        visit_shared(window, visit, data);
        return;
    }
    if (window->flavour == MPI_WIN_FLAVOR_DYNAMIC) {
        for (uint64_t i = 0; i < window->regions.count; i++) {
            const struct region *region = &window->regions.list[i];
            visit(window, region->low, region->high, world_rank, region->low, data);
        }
        return;
    }
    const uint64_t base = (uint64_t)(uintptr_t)window->base;
    visit(window, base, base + (uint64_t)window->size, world_rank, base, data);
}

struct reaching {
    uint64_t low, high;
    bool found;
};

static void touches_compare(const struct vwin *window, uint64_t low, uint64_t high, int target,
                            uint64_t there, void *data)
{
    struct reaching *reaching = data;
    (void)window;
    (void)target;
    (void)there;
    reaching->found = reaching->found || (low < reaching->high && reaching->low < high);
}

bool touches_reach(uint64_t low, uint64_t high)
{
    struct reaching reaching = {low, high, false};
    for (const struct vwin *window = window_first(); window; window = window->next)
        visit_window(window, touches_compare, &reaching);
    return reaching.found;
}

/* Returns the access in a slot, if it has this batch, place and kind; else NULL. */
static struct touch *in_slot(uint64_t slot, const struct touch *like)
{
    if (slots[slot].batch != batch)
        return NULL;
    struct touch *touch = &touches[slots[slot].index];
    return touch->at.site == like->at.site && touch->writes == like->writes &&
                   touch->issued == like->issued
               ? touch
               : NULL;
}

void touches_note(const struct touch *touch)
{
    const uint64_t site = checksum_number((uint64_t)(uintptr_t)touch->at.site, touch->writes);
    const uint64_t exact = checksum_number(checksum_number(site, touch->low), touch->high) % SLOTS;
    struct touch *same = in_slot(exact, touch);
    if (same && same->low <= touch->low && touch->high <= same->high)
        return;
    /* A loop accesses memory in order. */
    struct touch *last = in_slot(site % SLOTS, touch);
    if (last && last->low <= touch->high && touch->low <= last->high) {
        last->low = touch->low < last->low ? touch->low : last->low;
        last->high = touch->high > last->high ? touch->high : last->high;
        return;
    }
    if (count == TOUCHES_MAX)
        return;
    slots[exact].batch = slots[site % SLOTS].batch = batch;
    slots[exact].index = slots[site % SLOTS].index = count;
    touches[count++] = *touch;
}

/* Builds the ranges to report: the accesses that lie in windows. */
struct telling {
    const struct touch *touch;
    struct world_range *ranges;
    uint32_t count;
};

static bool has_own_lock(const struct vwin *window)
{
    return window->access == ACCESS_LOCK_ALL ||
           (window->access == ACCESS_LOCK && window->targets[window->comm->rank].open);
}

static void touches_add_range(const struct vwin *window, uint64_t low, uint64_t high, int target,
                              uint64_t there, void *data)
{
    struct telling *telling = data;
    const struct touch *touch = telling->touch;
    uint64_t first = touch->low > low ? touch->low : low;
    uint64_t end = touch->high < high ? touch->high : high;
    if (first >= end)
        return;
    struct world_range *range = telling->ranges ? &telling->ranges[telling->count] : NULL;
    telling->count++;
    if (!range)
        return;
    *range =
        (struct world_range){.target = target,
                             .flags = RANGE_LOCAL | (touch->writes ? RANGE_WRITES : 0) |
                                      (has_own_lock(window) ? RANGE_LOCKED : 0) |
                                      (window->flavour == MPI_WIN_FLAVOR_SHARED ? RANGE_SHARED : 0),
                             .issued = touch->issued,
                             .low = first - low + there,
                             .high = end - low + there,
                             .site = world_site_address((uintptr_t)touch->at.site),
                             .stack = world_site_stack((uintptr_t)touch->at.site)};
    strncpy(range->call, touch->at.name, WORLD_CALL - 1);
}

static void visit_all(struct telling *telling)
{
    telling->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        telling->touch = &touches[i];
        for (const struct vwin *window = window_first(); window; window = window->next)
            visit_window(window, touches_add_range, telling);
    }
}

void touches_tell(void)
{
    struct telling telling = {0};
    if (count == 0)
        return;
    visit_all(&telling);
    if (telling.count > 0) {
        struct world_op operation = rank_operation(OP_TOUCHED, &touches[0].at);
        operation.access.ranges = telling.count;
        telling.ranges = rank_payload(telling.count * sizeof *telling.ranges, &operation.payload);
        visit_all(&telling);
        rank_post(&operation);
    }
    count = 0;
    batch++;
}

static void touches_add(const void *address, size_t bytes, bool writes, const void *site)
{
    const struct world_call at = {writes ? "a store" : "a load", site};
    const uint64_t low = (uint64_t)(uintptr_t)address;
    if (!world || world_rank < 0 || bytes == 0 || (!pending_any() && !window_first()))
        return;
    CALLER_BESIDE(&at);
    pending_touch_memory(&at, low, low + bytes, writes);
    if (touches_reach(low, low + bytes))
        touches_note(&(struct touch){low, low + bytes, writes, at, rank_operations()});
}

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void tutti_memory_load(const void *address, size_t bytes)
{
    touches_add(address, bytes, false, __builtin_return_address(0));
}

EXPORTED void tutti_memory_store(const void *address, size_t bytes)
{
    touches_add(address, bytes, true, __builtin_return_address(0));
}
