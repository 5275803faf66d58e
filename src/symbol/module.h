/* module.h: one executable mapping of a file, opened with the first question about an address in
 * it. */
#ifndef TUTTI_SYMBOL_MODULE_H
#define TUTTI_SYMBOL_MODULE_H

#include "symbol/maps.h"
#include "symbol/unit.h"

#include <elfutils/libdwfl.h>

enum owner { OWNER_UNKNOWN, OWNER_USER, OWNER_OTHER };

struct module {
    struct mapping mapping;
    enum owner owner;  /* answer of symbols_own_frame(), once it was asked */
    char *image;       /* mapped bytes, if it is no file; NULL: not known */
    bool opened;       /* the next fields are filled in, as far as the file allows */
    Dwfl_Module *dwfl; /* NULL: no file, or an unreadable one */
    uint64_t bias;     /* address in the process minus address in the file */
    bool loaded;       /* the next fields are filled in too */
    uint64_t debug_bias;
    struct units units;
    Dwarf_Die *globals; /* variables with an address; filled in with the first question */
    size_t global_count;
    bool has_globals;
};

/* Opens the module in the session, unless it is open. */
void module_open(struct module *module, Dwfl *dwfl);

/* Does the same, and loads its debug information. */
void module_load(struct module *module, Dwfl *dwfl, struct arena *arena);

/* The find_elf callback of struct Dwfl_Callbacks. */
int module_find_elf(Dwfl_Module *module, void **user_data, const char *module_name, Dwarf_Addr base,
                    char **file, Elf **elf);

/* Copies bytes that the process cannot have changed from the file behind them. Returns false if
 * they may have changed, or are not in one segment. */
bool module_read(Dwfl_Module *module, uint64_t address, void *bytes, size_t size);

/* Appends the frames at `address`, which is in the mapping, to an array in the arena: at least one.
 * Without `lines` there is just one, from the symbol table. Opened modules belong to the session
 * `dwfl`. */
void module_find(struct module *module, Dwfl *dwfl, uint64_t address, bool lines,
                 struct arena *arena, struct frame **frames, size_t *frame_count);

#endif
