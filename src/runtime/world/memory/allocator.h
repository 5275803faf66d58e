/* allocator.h: the program's malloc and its relatives pass here, and what they allocate is noted.
 *
 * The next allocator does the work: the C library's, or one that the program brings along. Where
 * the program has one linked into itself, nothing comes by here, and nothing is known. Only blocks
 * that the program and its libraries ask for are noted, not those of the C library and of MPI,
 * which hand none of theirs to the program as a buffer. An allocator tells how large a block can be
 * at most (malloc_usable_size), not how large it was asked to be, so the sizes are kept in a table.
 *
 * May be called by any thread, before any constructor, and between fork() and exec(). */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATOR_H
#define TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATOR_H

#include "runtime/world/memory/allocations.h"

bool allocator_find(uint64_t address, struct allocation *found);

/* A block of this library that the program has: it was asked for at the site. */
void allocator_note(const void *block, size_t size, const void *site);

/* Watches who frees memory that is exposed by a window. Gives a number for what follows; 0: the
 * memory is no block, or too much is watched. */
int allocator_watch(uint64_t address, uint64_t size);
const void *allocator_freed_at(int watch); /* NULL: nobody has freed it */
void allocator_watch_end(int watch);

#endif
