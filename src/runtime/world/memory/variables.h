/* variables.h: the global and static variables of the program, from the symbol tables of its files.
 *
 * Read once, before the ranks are forked, of the executable and of libraries that are not the
 * system's. Left out is what may be larger than its symbol says: sections of the program's own,
 * whose variables the linker puts one behind another for a loop to go through. Symbols that overlap
 * are one variable, so COMMON blocks, EQUIVALENCE and aliases are as large as all of it. */
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

/* The variable that the address lies in. */
bool variables_find(uint64_t address, struct variable *found);

/* Its name as the source has it, if the symbol shows that: a static x.0 or main.x of a function is
 * x, and __tables_MOD_x of a module is x. */
void variables_name(const char *symbol, char *name, size_t size);

#endif
