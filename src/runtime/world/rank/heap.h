/* heap.h: space in the segment for payloads of this rank.
 *
 * The rank allocates, whoever has read a payload last gives it back (protocol.h), in any order: a
 * message that nobody receives must not keep the others' space. Blocks come in sizes, four to each
 * doubling, and one that came back last is used first, since its pages are warm. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_HEAP_H
#define TUTTI_RUNTIME_WORLD_RANK_HEAP_H

#include "runtime/world/protocol.h"

#include <stddef.h>

/* The heap of a rank, as the segment says. */
void heap_open(struct world_segment *of, int rank);

/* The offset of a payload of so many bytes in the segment; 0: there is no space. */
uint64_t heap_take(size_t bytes);

/* Behind all that was ever taken: an offset. */
uint64_t heap_top(void);

#endif
