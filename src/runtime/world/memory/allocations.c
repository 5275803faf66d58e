#include "runtime/world/memory/allocations.h"

#include <sys/mman.h>

enum { FIRST = 128, LEAST = 4, CLASSES = 64 };

struct slot {
    uint64_t start; /* 0: empty */
    uint64_t size;
    uint64_t site : 56, class : 8;
};

static struct slot first[FIRST];
static struct slot *slots = first;
static size_t slot_count = FIRST, used;
static size_t used_of[CLASSES];               /* blocks, by class */
static uint64_t lowest = UINT64_MAX, highest; /* range of addresses that blocks have had */
static uint64_t removals;

/* Returns the least k such that the block has at most 2^k bytes. */
static unsigned allocations_class_of(size_t usable)
{
    return usable <= 1U << LEAST ? LEAST : 64U - (unsigned)__builtin_clzll(usable - 1);
}

static size_t allocations_place_of(uint64_t unit, unsigned class)
{
    uint64_t mixed = (unit * CLASSES + class) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 32) & (slot_count - 1);
}

static size_t home_of(const struct slot *slot)
{
    return allocations_place_of(slot->start >> slot->class, slot->class);
}

static void allocations_put(const struct slot *slot)
{
    size_t at = home_of(slot);
    while (slots[at].start)
        at = (at + 1) & (slot_count - 1);
    slots[at] = *slot;
}

/* Doubles the table. The old one stays mapped: unmapping memory from before MPI_Init could not be
 * undone. */
static bool allocations_grow(void)
{
    struct slot *old = slots;
    size_t old_count = slot_count;
    void *memory = mmap(NULL, old_count * 2 * sizeof *slots, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    slots = memory;
    slot_count = old_count * 2;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].start)
            allocations_put(&old[i]);
    return true;
}

void allocations_add(const struct allocation *allocation, size_t usable)
{
    if (used >= ALLOCATIONS_MAX ||
        (used >= ALLOCATIONS_SMALL && allocation->size < ALLOCATIONS_SMALL_BYTES))
        return;
    if (used * 4 >= slot_count * 3 && !allocations_grow())
        return;
    const struct slot slot = {allocation->start, allocation->size, allocation->site,
                              allocations_class_of(usable)};
    allocations_put(&slot);
    used++;
    used_of[slot.class]++;
    lowest = slot.start < lowest ? slot.start : lowest;
    highest = slot.start + usable > highest ? slot.start + usable : highest;
}

/* Moves later entries into the gap if a search would no longer find them after it. */
static void close_gap(size_t gap)
{
    for (size_t at = gap;;) {
        at = (at + 1) & (slot_count - 1);
        if (!slots[at].start)
            break;
        size_t distance = (at - home_of(&slots[at])) & (slot_count - 1);
        if (distance < ((at - gap) & (slot_count - 1)))
            continue;
        slots[gap] = slots[at];
        gap = at;
    }
    slots[gap].start = 0;
}

/* Returns the slot of the block, or an empty one if the block is not in the table. */
static size_t allocations_slot_of(uint64_t start, unsigned class)
{
    size_t at = allocations_place_of(start >> class, class);
    while (slots[at].start && slots[at].start != start)
        at = (at + 1) & (slot_count - 1);
    return at;
}

bool allocations_have(uint64_t start, size_t usable)
{
    const unsigned class = allocations_class_of(usable);
    return used_of[class] > 0 && slots[allocations_slot_of(start, class)].start != 0;
}

bool allocations_remove(uint64_t start, size_t usable, struct allocation *removed)
{
    const unsigned class = allocations_class_of(usable);
    if (!allocations_have(start, usable))
        return false;
    const size_t at = allocations_slot_of(start, class);
    *removed = (struct allocation){start, slots[at].size, slots[at].site};
    close_gap(at);
    used--;
    used_of[class]--;
    removals++;
    return true;
}

uint64_t allocations_removed(void)
{
    return removals;
}

static bool find_in(uint64_t unit, unsigned class, uint64_t address, struct allocation *found)
{
    for (size_t at = allocations_place_of(unit, class); slots[at].start;
         at = (at + 1) & (slot_count - 1)) {
        const struct slot *slot = &slots[at];
        if (slot->class != class || address < slot->start ||
            (address != slot->start && address - slot->start >= slot->size))
            continue;
        *found = (struct allocation){slot->start, slot->size, slot->site};
        return true;
    }
    return false;
}

bool allocations_find(uint64_t address, struct allocation *found)
{
    if (address < lowest || address >= highest)
        return false;
    for (unsigned class = LEAST; class < CLASSES; class ++) {
        const uint64_t unit = address >> class;
        if (used_of[class] > 0 && (find_in(unit, class, address, found) ||
                                   (unit > 0 && find_in(unit - 1, class, address, found))))
            return true;
    }
    return false;
}
