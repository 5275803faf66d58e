/* maps.h: the executable mappings in the text of /proc/PID/maps. */
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
    bool deleted;          /* the file under that path is another one, or none */
};

/* Appends them to an array in the arena, those of one file that continue each other as one. Lines
 * that are no mapping are left out. Returns how many mappings of any kind there were. */
size_t maps_parse(const char *text, struct arena *arena, struct mapping **mappings,
                  size_t *mapping_count);

#endif
