/* module.h: one executable mapping of a file, opened when an address in it is first asked for. */
#ifndef TUTTI_SYMBOL_MODULE_H
#define TUTTI_SYMBOL_MODULE_H

#include "symbol/maps.h"
#include "symbol/unit.h"

#include <elfutils/libdwfl.h>

struct module {
    struct mapping mapping;
    bool opened;       /* what follows is filled, as far as the file allows */
    Dwfl_Module *dwfl; /* NULL: no file, or none that can be read */
    uint64_t bias;     /* an address of the process less the same in the file */
    uint64_t debug_bias;
    struct units units;
};

/* Appends the frames at `address`, which the mapping holds, to an array in the arena: at least one.
 * Opened modules belong to the session `dwfl`. */
void module_find(struct module *module, Dwfl *dwfl, uint64_t address, struct arena *arena,
                 struct frame **frames, size_t *frame_count);

#endif
