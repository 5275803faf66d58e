/* allocations.h: a table of the blocks of memory that the program has allocated and not freed, with
 * their exact sizes.
 *
 * It is an open hash table in the rank's own memory, so it is rewound with that memory (rewind.h).
 * The key of a block of at most 2^k bytes is k and the aligned unit of 2^k bytes in which the block
 * begins. The block ends in this unit or in the next, so two lookups for each k find the block
 * around any address. Blocks for which there is no room are left out, and nothing is known about
 * them. Freed blocks are never in the table. It uses neither MPI nor locks.
 */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATIONS_H
#define TUTTI_RUNTIME_WORLD_MEMORY_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ALLOCATIONS_MAX = 1 << 19,
    ALLOCATIONS_SMALL = 1 << 16, /* from this number of blocks on, small ones are left out */
    ALLOCATIONS_SMALL_BYTES = 256,
};

struct allocation {
    uint64_t start, size;
    uint64_t site; /* return address of the allocating call */
};

/* `usable` is the size that the allocator states (malloc_usable_size), the same in all calls for a
 * block. */
void allocations_add(const struct allocation *allocation, size_t usable);
bool allocations_have(uint64_t start, size_t usable);
/* Returns false if the block is not in the table. */
bool allocations_remove(uint64_t start, size_t usable, struct allocation *removed);

/* Returns the number of removals until now: results of allocations_find() stay valid until it
 * changes. */
uint64_t allocations_removed(void);

/* Finds the block that contains the address, or that begins there. */
bool allocations_find(uint64_t address, struct allocation *found);

#endif
