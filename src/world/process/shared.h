/* shared.h: the segment (runtime/world/protocol.h) as the command sees it.
 *
 * Ranks write to it, and a program under test may write anywhere in it by mistake. So this struct
 * has all offsets and numbers, and the command never reads them from the segment: the header there
 * is for the ranks. */
#ifndef TUTTI_WORLD_PROCESS_SHARED_H
#define TUTTI_WORLD_PROCESS_SHARED_H

#include "runtime/world/protocol.h"

#include <stdbool.h>

struct shared {
    struct world_segment *segment;
    int ranks;                  /* number of ranks that have a block */
    uint64_t tables, begin;     /* offsets of the tables of payloads of collectives, and of struct
                                   world_begin, which follows them ... */
    uint64_t frames, heap, end; /* ... and what follows that; 0 if the segment has none */
    uint64_t heap_size;         /* of a rank */
};

/* Lays out a segment; the caller sets `segment`. */
struct shared shared_lay_out(int ranks, uint64_t tables_size, uint64_t heap_size);

/* Writes the offsets into the header, for the ranks. */
void shared_announce(const struct shared *shared);
/* Returns whether the header is intact; if not, the program has overwritten it. */
bool shared_is_intact(const struct shared *shared);

/* Returns the bytes of a rank's payload; NULL: they are not inside a block of a heap. The rank may
 * change them at any time. */
void *shared_payload(const struct shared *shared, uint64_t offset, uint64_t bytes);
/* Gives back a payload whose offset shared_payload() has accepted (world_give_back()). */
void shared_give_back(const struct shared *shared, uint64_t offset);

#endif
