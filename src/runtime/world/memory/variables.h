/* variables.h: the global and static variables of the program, from the symbol tables of its files.
 *
 * They are read once, before the ranks are forked, from the executable and from libraries other
 * than those of the system. Variables that may be larger than their symbols are left out: those in
 * sections of the program's own, which the linker places one after another so that a loop can go
 * through them. Symbols that overlap are one variable, so a COMMON block, an EQUIVALENCE or a set
 * of aliases has the size of the whole. */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_VARIABLES_H
#define TUTTI_RUNTIME_WORLD_MEMORY_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct variable {
    uint64_t start, size;
    const char *name; /* as in the symbol table */
};

void variables_read(void);

/* Finds the variable that contains the address. */
bool variables_find(uint64_t address, struct variable *found);

/* Writes the name as in the source, if the symbol shows it: a static x.0 or main.x of a function is
 * x, and __tables_MOD_x of a module is x. */
void variables_name(const char *symbol, char *name, size_t size);

#endif
