/* types.h: finds what a type of the debug information has at an offset. */
#ifndef TUTTI_SYMBOL_TYPES_H
#define TUTTI_SYMBOL_TYPES_H

#include "symbol/declared.h"

#include <elfutils/libdw.h>

struct declared_type {
    Dwarf_Die die;
};

/* Finds the type of a variable, a member or a pointer's target, without typedef and qualifiers.
 * Returns false if there is none, as for the target of a void pointer. */
bool type_of(Dwarf_Die *die, Dwarf_Die *type);

/* Returns the size of an object of the type; 0: the type does not tell. */
uint64_t type_bytes(Dwarf_Die *type);

/* Says whether the type is an array whose elements are elsewhere: its object is a descriptor, as in
 * Fortran. */
bool type_is_described(Dwarf_Die *type);

/* Finds the place of a member or of a base class in its object. Returns false if it is not known
 * before the program runs, or there is none. */
bool type_member_offset(Dwarf_Die *member, uint64_t *offset);

/* Fills in the leaf that holds the byte at `offset` of an object of the type. */
void type_leaf(Dwarf_Die *type, uint64_t offset, struct leaf *leaf);

/* Goes to the next entry beside this one; returns false after the last one. Only takes steps
 * forward: damaged files have siblings that lead back. */
bool type_next_sibling(Dwarf_Die *die);

#endif
