/* maps.h: parses the executable mappings in the text of /proc/PID/maps. */
#ifndef TUTTI_SYMBOL_MAPS_H
#define TUTTI_SYMBOL_MAPS_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

struct mapping {
    uint64_t start, end; /* [start, end) */
    uint64_t offset;     /* in the file */
    uint64_t inode;
    unsigned major, minor; /* device of the file */
    const char *path;      /* "" for anonymous memory */
    bool deleted;          /* the path now has another file, or none */
};

/* Appends the executable mappings to an array in the arena; adjoining ones of one file become one.
 * Ignores lines that are no mapping. Returns the number of all mappings, executable or not. */
size_t maps_parse(const char *text, struct arena *arena, struct mapping **mappings,
                  size_t *mapping_count);

#endif
