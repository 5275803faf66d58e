#include "runtime/world/rank/heap.h"

#include <sys/mman.h>

enum {
    SHIFT_LEAST = 6, /* sizes are multiples of a cache line */
    STEPS = 4,       /* sizes per doubling */
    SIZES = 160,     /* more than fit into an address space */
    LARGE = 1 << 20, /* blocks whose pages go back to the system when larger ones are needed */
    PAGE = 4096,
};

static struct world_segment *segment;
static struct world_rank *owner;
static uint64_t top, end;      /* offsets in the segment: start of unused space, end of the heap */
static uint64_t unused[SIZES]; /* by size: the first of a list of payloads */

/* Returns the index of the smallest size with room for `bytes`, and that size. */
static int heap_size_index(uint64_t bytes, uint64_t *size)
{
    int shift = 61 - __builtin_clzll(bytes - 1);
    if (shift < SHIFT_LEAST)
        shift = SHIFT_LEAST;
    uint64_t steps = (bytes - 1) >> shift;
    *size = (steps + 1) << shift;
    return (shift - SHIFT_LEAST) * STEPS + (int)steps;
}

void heap_open(struct world_segment *of, int rank)
{
    segment = of;
    owner = &of->rank[rank];
    top = of->heap_start + (uint64_t)rank * of->heap_size;
    end = top + of->heap_size;
}

/* Sorts in the blocks that others have given back. Only this rank takes from the list, and always
 * all of it. */
static void sort_in(void)
{
    uint64_t offset = atomic_exchange_explicit(&owner->given_back, 0, memory_order_acquire);
    while (offset) {
        struct world_payload *block = world_payload_at(segment, offset);
        uint64_t next = block->next, size;
        uint64_t *list = &unused[heap_size_index(block->size, &size)];
        block->next = *list;
        *list = offset;
        offset = next;
    }
}

static uint64_t heap_reuse(int from, int to)
{
    for (int i = from; i <= to && i < SIZES; i++)
        if (unused[i]) {
            uint64_t offset = unused[i];
            unused[i] = world_payload_at(segment, offset)->next;
            return offset;
        }
    return 0;
}

/* Returns pages to the system: otherwise a rank whose messages grow keeps the pages of all sizes
 * that it has outgrown. */
static void drop_pages(int below)
{
    uint64_t size;
    for (int i = heap_size_index(LARGE, &size); i < below; i++)
        for (uint64_t offset = unused[i]; offset;) {
            const struct world_payload *block = world_payload_at(segment, offset);
            char *first = (char *)segment + (offset + PAGE - 1) / PAGE * PAGE;
            char *last = (char *)segment + (offset + block->size - sizeof *block) / PAGE * PAGE;
            offset = block->next;
            madvise(first, (size_t)(last - first), MADV_REMOVE);
        }
}

static uint64_t take_new(uint64_t size)
{
    if (size > end - top)
        return 0;
    uint64_t offset = top + sizeof(struct world_payload);
    world_payload_at(segment, offset)->size = size;
    top += size;
    return offset;
}

uint64_t heap_take(size_t bytes)
{
    uint64_t size;
    int index = heap_size_index(bytes + sizeof(struct world_payload), &size);
    if (index >= SIZES)
        return 0;
    if (!unused[index])
        sort_in();
    uint64_t offset = heap_reuse(index, index + STEPS); /* up to twice as large is good enough */
    if (!offset && size >= LARGE)
        drop_pages(index);
    if (!offset)
        offset = take_new(size);
    return offset ? offset : heap_reuse(index, SIZES - 1);
}

uint64_t heap_top(void)
{
    return top;
}
