/* unit.h: the compilation units of one file's debug information, searched by address.
 *
 * Addresses here are those of the file, not of the process. Which unit and which function hold an
 * address is taken from the ranges that units and functions state, because the index of the file
 * (.debug_aranges) is left out by some compilers, and because libdw's own search does not look into
 * Fortran modules, nor for procedures contained in others.
 *
 * The ranges of units are read at once, those of functions when a unit is first asked for.
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

/* Appends to an array in the arena what the debug information says of an address: the inlined
 * frames, innermost first, and the function. Where there is only a line, the one frame has no
 * function. Where there is nothing, nothing is appended. */
void units_find(const struct units *units, Dwarf_Addr address, struct arena *arena,
                struct frame **frames, size_t *frame_count);

/* What holds an address, for the variables that are in scope there. */
struct unit_scopes {
    Dwarf_Die unit;
    Dwarf_Die *list; /* the function, then blocks and inlined calls inwards */
    size_t count;
    const char *source; /* the file of the statement, with its folder; NULL: not known */
    int line;
};

/* False: no unit holds the address. */
bool units_scopes(const struct units *units, Dwarf_Addr address, struct arena *arena,
                  struct unit_scopes *scopes);

/* The path as it was given to the compiler, of a file that the unit at the address names. */
const char *units_path(const struct units *units, Dwarf_Addr address, const char *path);

#endif
