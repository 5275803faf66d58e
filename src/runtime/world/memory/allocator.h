/* allocator.h: interposes the program's malloc and its relatives, and notes the blocks that they
 * allocate.
 *
 * The next allocator does the work: the C library's, or one that the program brings along. If the
 * program has an allocator linked into itself, no call comes here and nothing is known. Only blocks
 * that the program and its libraries ask for are noted, not those of the C library and of MPI,
 * which give none of theirs to the program as a buffer. An allocator tells how large a block can be
 * at most (malloc_usable_size), not the size that was asked for. So the sizes are kept in a table.
 *
 * The functions may be called by any thread, before any constructor, and between fork() and
 * exec(). */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATOR_H
#define TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATOR_H

#include "runtime/world/memory/allocations.h"

bool allocator_find(uint64_t address, struct allocation *found);

/* Notes a block that this library has allocated for the program at the site. */
void allocator_note(const void *block, size_t size, const void *site);

/* Watches for a free of memory that a window exposes. Returns a number for the next two functions;
 * 0: the memory is no block, or too much is watched. */
int allocator_watch(uint64_t address, uint64_t size);
const void *allocator_freed_at(int watch); /* site of the free; NULL: not freed */
void allocator_watch_end(int watch);

#endif
