/* memory.h: the memory that the program has: which object lies at an address, and where it ends.
 *
 * Heap blocks have the size that was asked for (allocator.h), global and static variables
 * that of the symbol table (variables.h). What is not known is not said: a
 * program may have an allocator of its own, and memory without a name. */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_MEMORY_H
#define TUTTI_RUNTIME_WORLD_MEMORY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_kind { MEMORY_HEAP, MEMORY_GLOBAL, MEMORY_STACK, MEMORY_MAPPED };

struct memory_object {
    const char *start;
    size_t size; /* bytes; 0 for malloc(0) */
    enum memory_kind kind;
    uint64_t site;    /* return address of the allocation; 0: it is not known, or there was none */
    const char *name; /* of a variable, as variables_name() takes it; NULL: it has none */
};

/* The object that the address lies in; false: none is known. Of a thread that is inside MPI. */
bool memory_find(const void *address, struct memory_object *object);

#endif
