/* extent.h: whether the memory that a call is given is there (memory.h).
 *
 * The buffer of a call is one object, or none that is known. Each strip of bytes that the count,
 * the datatype and the displacements name must lie in it. Only what is certain is a fault: a
 * datatype of byte displacements, or MPI_BOTTOM, may lead from one object to another, so there only
 * a strip that begins in an object and ends outside counts. */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_EXTENT_H
#define TUTTI_RUNTIME_WORLD_MEMORY_EXTENT_H

#include "runtime/world/memory/memory.h"
#include "runtime/world/model/layout.h"

#include <stdbool.h>
#include <stdint.h>

enum extent_fault { EXTENT_FITS, EXTENT_BEYOND, EXTENT_BEFORE, EXTENT_UNMAPPED };

struct extent {
    struct memory_object home; /* what the buffer lies in */
    bool known;                /* there is one */
    bool anchored;             /* a strip lies in it */
    bool elsewhere;            /* a strip lies in another object */
    enum extent_fault fault;
    bool certain;
    struct memory_object object; /* that the fault is about */
    uint64_t bytes;              /* beyond its end, or before its start: the most */
    size_t strips;               /* that were looked at one by one */
};

struct extent extent_begin(const void *buffer);

/* `free`: the datatype may lead to other objects. */
void extent_add(struct extent *extent, const struct layout_area *area, bool free);

/* One piece of memory. */
void extent_add_bytes(struct extent *extent, uint64_t low, uint64_t high);

/* What is wrong for certain. */
enum extent_fault extent_verdict(const struct extent *extent);

/* In words: "16 bytes beyond the end of the block of 64 bytes". */
void extent_print(const struct extent *extent, char *text, size_t size);

#endif
