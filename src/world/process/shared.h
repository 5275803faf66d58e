/* shared.h: the segment (runtime/world/protocol.h) as the command sees it.
 *
 * Ranks write to it, and a program under test may write anywhere in it by mistake. So where
 * something lies, and how many there are, is known here and never read there: the header of the
 * segment is for the ranks. */
#ifndef TUTTI_WORLD_PROCESS_SHARED_H
#define TUTTI_WORLD_PROCESS_SHARED_H

#include "runtime/world/protocol.h"

#include <stdbool.h>

struct shared {
    struct world_segment *segment;
    int ranks;                  /* that there are blocks for */
    uint64_t tables, begin;     /* offsets: tables of payloads of collectives, and their end ... */
    uint64_t frames, heap, end; /* ... after struct world_begin; 0 where there is none of it */
    uint64_t heap_size;         /* of a rank */
};

/* Lays a segment out; `segment` is for the caller to set. */
struct shared shared_lay_out(int ranks, uint64_t tables_size, uint64_t heap_size);

/* Writes into the header what lies where, for the ranks. */
void shared_announce(const struct shared *shared);
/* Whether that is still so; else somebody wrote over it. */
bool shared_is_intact(const struct shared *shared);

/* So many bytes of a rank's payload; NULL: they do not lie in a block of a heap. The rank may
 * change them at any time. */
void *shared_payload(const struct shared *shared, uint64_t offset, uint64_t bytes);
/* world_give_back(), of an offset that shared_payload() has accepted. */
void shared_give_back(const struct shared *shared, uint64_t offset);

#endif
