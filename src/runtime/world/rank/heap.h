/* heap.h: space in the segment for payloads of this rank.
 *
 * The rank allocates. The process that reads a payload last gives it back (protocol.h), in any
 * order: a message that nobody receives must not keep the space of others. Block sizes are graded,
 * four to each doubling. The block that came back last is reused first, since its pages are in the
 * cache. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_HEAP_H
#define TUTTI_RUNTIME_WORLD_RANK_HEAP_H

#include "runtime/world/protocol.h"

#include <stddef.h>

/* Opens the rank's heap in the segment. */
void heap_open(struct world_segment *of, int rank);

/* Returns the offset in the segment of a payload with this many bytes; 0: the heap is full. */
uint64_t heap_take(size_t bytes);

/* Returns the offset of the end of all space that was ever taken. */
uint64_t heap_top(void);

#endif
