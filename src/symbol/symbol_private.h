/* symbol_private.h: the definition of struct symbols, for the files of this layer only. */
#ifndef TUTTI_SYMBOL_SYMBOL_PRIVATE_H
#define TUTTI_SYMBOL_SYMBOL_PRIVATE_H

#include "symbol/module.h"
#include "symbol/symbol.h"

struct answer;
struct unwinder;

struct symbols {
    struct arena arena;
    Dwfl_Callbacks callbacks; /* libdwfl keeps a pointer to it */
    Dwfl *dwfl;
    struct module *modules;
    size_t module_count;
    struct answer *answers;
    struct unwinder *unwinder; /* NULL until a stack is first unwound */
};

/* Returns the module whose executable mapping holds the address, or NULL. It may not be opened yet.
 */
struct module *symbols_module_at(const struct symbols *symbols, uint64_t address);

#endif
