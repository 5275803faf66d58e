/* extent.h: checks that the memory that a call is given exists (memory.h).
 *
 * The buffer of a call is one object, or no known one. Each strip of bytes that the count, the
 * datatype and the displacements name must lie in that object. Only a fault that is certain counts.
 * A datatype of byte displacements, or MPI_BOTTOM, may lead from one object to another. For these
 * only a strip that begins in an object and ends outside is a fault. */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_EXTENT_H
#define TUTTI_RUNTIME_WORLD_MEMORY_EXTENT_H

#include "runtime/world/memory/memory.h"
#include "runtime/world/model/layout.h"

#include <stdbool.h>
#include <stdint.h>

enum extent_fault { EXTENT_FITS, EXTENT_BEYOND, EXTENT_BEFORE, EXTENT_UNMAPPED };

struct extent {
    struct memory_object home; /* the object that contains the buffer */
    bool known;                /* there is such an object */
    bool anchored;             /* a strip lies in it */
    bool elsewhere;            /* a strip lies in another object */
    enum extent_fault fault;
    bool certain;
    struct memory_object object; /* the object that the fault concerns */
    uint64_t bytes;              /* distance beyond its end, or before its start: the greatest */
    size_t strips;               /* strips that were examined one by one */
};

struct extent extent_begin(const void *buffer);

/* Adds the bytes of an area. `free`: the datatype may lead to other objects. */
void extent_add(struct extent *extent, const struct layout_area *area, bool free);

/* Adds one piece of memory. */
void extent_add_bytes(struct extent *extent, uint64_t low, uint64_t high);

/* Returns the fault that is certain. */
enum extent_fault extent_verdict(const struct extent *extent);

/* Describes it in words: "16 bytes beyond the end of the block of 64 bytes". */
void extent_print(const struct extent *extent, char *text, size_t size);

#endif
