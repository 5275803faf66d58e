/* memory.h: gives Tutti memory of its own in a rank.
 *
 * The memory comes directly from the kernel, because malloc() may belong to the program, may be
 * under test, and may be what called us. errno is kept. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MEMORY_H
#define TUTTI_RUNTIME_SYMBOLIC_MEMORY_H

#include <stddef.h>

/* Returns zeroed memory; NULL: there is none. */
void *memory_map(size_t length);
void memory_unmap(void *memory, size_t length);

#endif
