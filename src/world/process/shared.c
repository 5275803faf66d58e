#include "world/process/shared.h"

#include <stddef.h>

enum { PAGE = 4096 };

struct shared shared_lay_out(int ranks, uint64_t tables_size, uint64_t heap_size)
{
    struct shared shared = {.ranks = ranks, .heap_size = heap_size};
    uint64_t blocks = sizeof(struct world_segment) + (uint64_t)ranks * sizeof(struct world_rank);
    shared.tables = (blocks + PAGE - 1) / PAGE * PAGE;
    shared.begin = shared.tables + tables_size;
    shared.frames = shared.begin + WORLD_BEGIN;
    shared.heap = shared.frames + WORLD_FRAMES;
    shared.end = shared.heap + (uint64_t)ranks * heap_size;
    return shared;
}

void shared_announce(const struct shared *shared)
{
    struct world_segment *segment = shared->segment;
    segment->magic = WORLD_MAGIC;
    segment->tables = shared->tables;
    segment->begin = shared->begin;
    segment->frames = shared->frames;
    segment->heap_start = shared->heap;
    segment->heap_size = shared->heap_size;
}

bool shared_is_intact(const struct shared *shared)
{
    const struct world_segment *segment = shared->segment;
    return segment->magic == WORLD_MAGIC && segment->tables == shared->tables &&
           segment->begin == shared->begin && segment->frames == shared->frames &&
           segment->heap_start == shared->heap && segment->heap_size == shared->heap_size;
}

void *shared_payload(const struct shared *shared, uint64_t offset, uint64_t bytes)
{
    enum { ALIGNED = 8 };
    const uint64_t header = sizeof(struct world_payload);
    if (offset < shared->heap + header || offset >= shared->end || offset % ALIGNED != 0)
        return NULL;
    /* The payload must begin and end in the heap of one rank, and in a block as large as its header
     * says. */
    uint64_t place = (offset - shared->heap) % shared->heap_size;
    uint64_t room = shared->heap_size - place;
    uint64_t size = *(volatile uint64_t *)&world_payload_at(shared->segment, offset)->size;
    if (place < header || bytes > room || size < header || size - header > room ||
        bytes > size - header)
        return NULL;
    return (char *)shared->segment + offset;
}

void shared_give_back(const struct shared *shared, uint64_t offset)
{
    world_give_back_to(shared->segment, (offset - shared->heap) / shared->heap_size, offset);
}
