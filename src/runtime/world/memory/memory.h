/* memory.h: the memory that the program has: which object lies at an address, and where it ends.
 *
 * Heap blocks have the size that was asked for (allocator.h), global and static variables that of
 * the symbol table (variables.h), variables on the stack that of the debug information (frames.h).
 * Nothing is claimed about unknown memory: a program may have an allocator of its own, and memory
 * without a name. */
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
    uint64_t site;    /* return address of the allocation; 0: unknown, or none */
    const char *name; /* of a variable, for variables_name(); NULL: none */
};

/* Finds the object that contains the address; false: none is known. For a thread that is inside
 * MPI. */
bool memory_find(const void *address, struct memory_object *object);

#endif
