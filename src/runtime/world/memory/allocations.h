/* allocations.h: the blocks of memory that the program has allocated and not freed, with their
 * exact sizes.
 *
 * An open hash table in the rank's own memory, so that it goes back with that (rewind.h). A block
 * of at most 2^k bytes is found by k and by which 2^k bytes it begins in: it ends in these or in
 * the next, so two looks for each k find the block around any address. What has no room is left
 * out, and nothing is known of it; what was freed is never in it. No MPI, no lock.
 */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATIONS_H
#define TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ALLOCATIONS_MAX = 1 << 19,
    ALLOCATIONS_SMALL = 1 << 16, /* so many are there, then small ones are left out */
    ALLOCATIONS_SMALL_BYTES = 256,
};

struct allocation {
    uint64_t start, size;
    uint64_t site; /* return address of the call that made it */
};

/* `usable` is what the allocator says of the block (malloc_usable_size), at both times the same. */
void allocations_add(const struct allocation *allocation, size_t usable);
bool allocations_have(uint64_t start, size_t usable);
/* False: it was not there. */
bool allocations_remove(uint64_t start, size_t usable, struct allocation *removed);

/* How many were removed so far: until the next one, what was found stays. */
uint64_t allocations_removed(void);

/* The block that the address lies in, or that begins there. */
bool allocations_find(uint64_t address, struct allocation *found);

#endif
