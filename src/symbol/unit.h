/* unit.h: searches the compilation units of one file's debug information by address.
 *
 * Addresses here are those of the file, not of the process. The unit and the function of an address
 * are found by the ranges that units and functions state. The index of the file (.debug_aranges) is
 * not used, because some compilers omit it. libdw's own search is not used, because it finds
 * neither functions of Fortran modules nor procedures contained in others.
 *
 * Ranges of units are read at once, those of functions with the first question about their unit.
 */
#ifndef TUTTI_SYMBOL_UNIT_H
#define TUTTI_SYMBOL_UNIT_H

#include "base/memory.h"
#include "symbol/symbol.h"

#include <elfutils/libdw.h>

struct unit_range;

struct units {
    struct unit_range *ranges;
    size_t range_count;
};

void units_load(struct units *units, Dwarf *dwarf, struct arena *arena);

/* Appends the frames that the debug information has for an address to an array in the arena:
 * inlined calls, innermost first, and the function. If only a line is known, the one frame has no
 * function. If nothing is known, nothing is appended. */
void units_find(const struct units *units, Dwarf_Addr address, struct arena *arena,
                struct frame **frames, size_t *frame_count);

/* The scopes that hold an address, for the variables in them. */
struct unit_scopes {
    Dwarf_Die unit;
    Dwarf_Die *list; /* the function, then blocks and inlined calls, from outside to inside */
    size_t count;
    const char *source; /* file of the statement, with its folder; NULL: not known */
    int line;
};

/* Finds the scopes of an address. Returns false if no unit holds it. */
bool units_scopes(const struct units *units, Dwarf_Addr address, struct arena *arena,
                  struct unit_scopes *scopes);

/* Returns the path, as it was given to the compiler, of a file that the unit at the address names.
 */
const char *units_path(const struct units *units, Dwarf_Addr address, const char *path);

#endif
