/* test_segment.h: sets up a test of two ranks, in which this process is rank 1, and reads what it
 * recorded. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_TEST_SEGMENT_H
#define TUTTI_RUNTIME_SYMBOLIC_TEST_SEGMENT_H

#include "runtime/symbolic/abi.h"
#include "runtime/symbolic/segment.h"
#include "runtime/symbolic/start.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs those above */
#include <cmocka.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EDGES = 100, RANK = 1 };

unsigned char tutti_cover[4096] __attribute__((aligned(4096)));

static struct symbolic_segment *segment;
static struct symbolic_region *region;

static inline int open_segment(void **context)
{
    (void)context;
    size_t regions = SYMBOLIC_COVER + 4096, size = regions + 2 * sizeof(struct symbolic_region);
    char place[64];
    int file = memfd_create("segment", MFD_CLOEXEC);
    assert_true(file >= 0 && ftruncate(file, (off_t)size) == 0);
    segment = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    assert_ptr_not_equal(segment, MAP_FAILED);
    segment->focus = RANK;
    segment->ranks = 2;
    segment->edges = EDGES;
    segment->regions = regions;
    segment->mark_count = 1;
    segment->marks[0] = (struct symbolic_mark){.name = "marked", .value = 41};
    snprintf(place, sizeof place, "%d:%d:%d", getpid(), file, EDGES);
    assert_false(start_map(place)); /* no magic yet */
    segment->magic = SYMBOLIC_MAGIC;
    snprintf(place, sizeof place, "%d:%d:%d", getpid(), file, EDGES + 1);
    assert_false(start_map(place)); /* of another program */
    snprintf(place, sizeof place, "%d:%d:%d", getpid(), file, EDGES);
    assert_true(start_map(place));
    tutti_symbolic_start(0);
    assert_int_equal(tutti_symbolic, 0); /* another rank */
    segment->flags = SYMBOLIC_ALL_HEAVY;
    tutti_symbolic_start(0);
    assert_int_equal(tutti_symbolic, 1);
    tutti_symbolic = 0;
    segment->flags = 0;
    tutti_symbolic_start(RANK);
    assert_int_equal(tutti_symbolic, 1);
    void *first = (char *)segment + regions;
    region = (struct symbolic_region *)first + RANK;
    assert_int_equal(region->started, 1);
    return 0;
}

static inline const struct symbolic_node *node(uint32_t id)
{
    assert_int_equal(id / SYMBOLIC_NODES, RANK);
    return &region->nodes[id % SYMBOLIC_NODES];
}

static inline uint32_t event_count(void)
{
    return atomic_load(&region->event_count);
}

static inline const struct symbolic_event *last_event(void)
{
    return &region->events[event_count() - 1];
}

#endif
