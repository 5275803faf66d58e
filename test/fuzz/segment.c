/* segment.c: what a rank of a test wrote into shared memory. A program that is wrong may have
 * written over it.
 *
 * The bytes are the counts, then lists as long as they say, as far as there are bytes: first nodes,
 * so that little is enough for an expression. */
#include "concolic/path/trace.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { REGIONS = 1 << 20, RANKS = 2 };

struct input {
    const uint8_t *at;
    size_t left;
};

static void take(struct input *input, void *to, size_t size)
{
    size = size < input->left ? size : input->left;
    memcpy(to, input->at, size);
    input->at += size, input->left -= size;
}

static void take_list(struct input *input, void *to, uint32_t count, size_t size)
{
    enum { MOST = 64 };
    take(input, to, (count < MOST ? count : MOST) * size);
}

/* The counts are small, or far too large: millions of zeros take long, and show nothing. */
static void fill(struct symbolic_region *region, struct input *input)
{
    enum { COUNTS = offsetof(struct symbolic_region, full) / sizeof(uint32_t) };
    uint32_t counts[COUNTS] = {0};
    take(input, counts, sizeof counts);
    for (size_t i = 0; i < COUNTS; i++)
        counts[i] &= UINT32_C(0x800000ff);
    memcpy((char *)region, counts, sizeof counts);
    take_list(input, region->nodes + 1, region->node_count, sizeof *region->nodes);
    take_list(input, region->variables, region->variable_count, sizeof *region->variables);
    take_list(input, region->events, region->event_count, sizeof *region->events);
    take_list(input, region->carried, region->carried_count, sizeof *region->carried);
    take_list(input, region->sources, region->source_count, sizeof *region->sources);
    take_list(input, region->communicators, region->communicator_count,
              sizeof *region->communicators);
    take_list(input, region->text, region->text_count, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t length = REGIONS + RANKS * sizeof(struct symbolic_region);
    struct input input = {data, size};
    struct trace trace;
    struct error error;
    static struct symbolic_segment *segment;
    if (!segment)
        segment = mmap(NULL, length, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (segment == MAP_FAILED)
        abort();
    segment->magic = SYMBOLIC_MAGIC;
    segment->ranks = RANKS;
    segment->regions = REGIONS;
    struct symbolic_region *regions = (struct symbolic_region *)((char *)segment + REGIONS);
    for (int i = 0; i < RANKS; i++)
        fill(&regions[i], &input);
    if (trace_read(segment, length, 0, &trace, &error) == 0)
        trace_free(&trace);
    madvise(segment, length, MADV_DONTNEED);
    return 0;
}
