/* module.h: one executable mapping of a file, opened when an address in it is first asked for. */
#ifndef TUTTI_SYMBOL_MODULE_H
#define TUTTI_SYMBOL_MODULE_H

#include "symbol/maps.h"
#include "symbol/unit.h"

#include <elfutils/libdwfl.h>

enum owner { OWNER_UNKNOWN, OWNER_USER, OWNER_OTHER };

struct module {
    struct mapping mapping;
    enum owner owner;  /* what symbols_own_frame() says, when it was asked */
    char *image;       /* what is mapped, where that is no file; NULL: not known */
    bool opened;       /* what follows is filled, as far as the file allows */
    Dwfl_Module *dwfl; /* NULL: no file, or none that can be read */
    uint64_t bias;     /* an address of the process less the same in the file */
    bool loaded;       /* what follows is filled too */
    uint64_t debug_bias;
    struct units units;
    Dwarf_Die *globals; /* variables with an address of their own; filled when first asked for */
    size_t global_count;
    bool has_globals;
};

/* Makes it a module of the session, unless it is one. */
void module_open(struct module *module, Dwfl *dwfl);

/* The same, and its debug information. */
void module_load(struct module *module, Dwfl *dwfl, struct arena *arena);

/* The find_elf callback of struct Dwfl_Callbacks. */
int module_find_elf(Dwfl_Module *module, void **user_data, const char *module_name, Dwarf_Addr base,
                    char **file, Elf **elf);

/* Copies bytes that the process could not write to from the file behind them. False: they are not
 * such, or not of one segment. */
bool module_read(Dwfl_Module *module, uint64_t address, void *bytes, size_t size);

/* Appends the frames at `address`, which the mapping holds, to an array in the arena: at least one.
 * Without lines, just one, as the symbol table has it. Opened modules belong to the session `dwfl`.
 */
void module_find(struct module *module, Dwfl *dwfl, uint64_t address, bool lines,
                 struct arena *arena, struct frame **frames, size_t *frame_count);

#endif
