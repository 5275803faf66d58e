/* memory.h: memory of Tutti's own in a rank.
 *
 * Straight from the kernel: the program's malloc() may be its own, may be under test, and may be
 * what called us. Never given back, errno kept. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MEMORY_H
#define TUTTI_RUNTIME_SYMBOLIC_MEMORY_H

#include <stddef.h>

/* Zeroed; NULL: there is none. */
void *memory_map(size_t length);
void memory_unmap(void *memory, size_t length);

#endif
