#include "concolic/path/segment.h"

#include "base/file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The memory of a region is released if more nodes were used: the next focus may be another rank.
 */
enum { NODES_KEPT = 1 << 16 };

static size_t in_pages(size_t length)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (length + page - 1) / page * page;
}

static struct symbolic_region *region_of(const struct segment *segment, int rank)
{
    void *regions = (char *)segment->memory + segment->regions;
    return (struct symbolic_region *)regions + rank;
}

int segment_open(struct segment *segment, int ranks, uint32_t edges, struct error *error)
{
    *segment = (struct segment){.ranks = ranks, .edges = edges};
    segment->regions = in_pages(SYMBOLIC_COVER + (size_t)edges);
    segment->size = segment->regions + (size_t)ranks * sizeof(struct symbolic_region);
    segment->descriptor = file_make_memory("tutti-test", segment->size);
    if (segment->descriptor < 0)
        return error_errno(error, "not enough memory for what ranks record");
    void *memory = mmap(NULL, segment->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                        segment->descriptor, 0);
    if (memory == MAP_FAILED) {
        error_errno(error, "not enough memory for what ranks record");
        close(segment->descriptor);
        return -1;
    }
    segment->memory = memory;
    return 0;
}

void segment_close(struct segment *segment)
{
    if (!segment->memory)
        return;
    munmap(segment->memory, segment->size);
    close(segment->descriptor);
    segment->memory = NULL;
}

/* Marks used regions as not started, and releases large ones. Ranks reset the rest of their own
 * regions themselves. */
static void clear_regions(struct segment *segment)
{
    for (int rank = 0; rank < segment->ranks; rank++) {
        struct symbolic_region *region = region_of(segment, rank);
        if (!region->started)
            continue;
        bool much =
            atomic_load(&region->node_count) > NODES_KEPT || region->carried_count > NODES_KEPT;
        region->started = 0;
        if (much)
            fallocate(segment->descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      (off_t)((char *)region - (char *)segment->memory), sizeof *region);
    }
}

void segment_fill(struct segment *segment, int focus, uint32_t flags, const char *const *patterns,
                  size_t pattern_count)
{
    struct symbolic_segment *memory = segment->memory;
    clear_regions(segment);
    memory->magic = SYMBOLIC_MAGIC;
    memory->focus = focus;
    memory->ranks = (uint32_t)segment->ranks;
    memory->edges = segment->edges;
    memory->regions = segment->regions;
    memory->flags = flags;
    memory->mark_count = memory->pattern_count = 0;
    for (size_t i = 0; i < pattern_count && i < SYMBOLIC_PATTERNS; i++)
        snprintf(memory->patterns[memory->pattern_count++], SYMBOLIC_PATH, "%s", patterns[i]);
    memset((char *)memory + SYMBOLIC_COVER, 0, segment->edges);
}

int segment_announce(const struct segment *segment, struct error *error)
{
    char place[96];
    snprintf(place, sizeof place, "%ld:%d:%u", (long)getpid(), segment->descriptor, segment->edges);
    return setenv(SYMBOLIC_VARIABLE_NAME, place, 1) == 0
               ? 0
               : error_errno(error, "cannot set the environment");
}

void segment_hide(void)
{
    unsetenv(SYMBOLIC_VARIABLE_NAME);
}

const uint8_t *segment_flags(const struct segment *segment)
{
    return (const uint8_t *)segment->memory + SYMBOLIC_COVER;
}

bool segment_trace(const struct segment *segment, int rank, struct trace *trace)
{
    struct error ignored;
    return region_of(segment, rank)->started &&
           trace_read(segment->memory, segment->size, rank, trace, &ignored) == 0;
}
