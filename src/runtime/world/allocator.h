/* allocator.h: the program's malloc and its relatives pass here, and what they allocate is noted.
 *
 * The next allocator does the work: the C library's, or one that the program brings along. Where
 * the program has one linked into itself, nothing comes by here, and nothing is known. Only blocks
 * that the program and its libraries ask for are noted, not those of the C library and of MPI,
 * which hand none of theirs to the program as a buffer. An allocator tells how large a block can be
 * at most (malloc_usable_size), not how large it was asked to be, so the sizes are kept in a table.
 *
 * May be called by any thread, before any constructor, and between fork() and exec(). */
#ifndef TUTTI_RUNTIME_WORLD_ALLOCATOR_H
#define TUTTI_RUNTIME_WORLD_ALLOCATOR_H

#include "runtime/world/allocations.h"

bool allocator_find(uint64_t address, struct allocation *found);

/* Memory that the MPI library allocates for the program (MPI_Alloc_mem), and takes back. */
void allocator_note(const void *block, size_t size, const void *site);
void allocator_forget(const void *block);

#endif
