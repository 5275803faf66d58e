/* types.h: what a type of the debug information has at an offset. */
#ifndef TUTTI_SYMBOL_TYPES_H
#define TUTTI_SYMBOL_TYPES_H

#include "symbol/declared.h"

#include <elfutils/libdw.h>

struct declared_type {
    Dwarf_Die die;
};

/* The type of a variable, a member or a pointer's target without typedef and qualifiers. False:
 * there is none, as for the target of a void pointer. */
bool type_of(Dwarf_Die *die, Dwarf_Die *type);

/* Bytes of an object of the type; 0: the type does not say. */
uint64_t type_bytes(Dwarf_Die *type);

/* The type is an array whose elements lie elsewhere: its object is a descriptor, as Fortran has. */
bool type_is_described(Dwarf_Die *type);

/* The place of a member or of a base class in its object; false: not known before the program runs,
 * or it has no place. */
bool type_member_offset(Dwarf_Die *member, uint64_t *offset);

/* Fills the leaf that holds the byte at `offset` of an object of the type. */
void type_leaf(Dwarf_Die *type, uint64_t offset, struct leaf *leaf);

/* Goes to the next entry beside this one; false behind the last one. Damaged files have siblings
 * that lead back: only steps forward are taken. */
bool type_next_sibling(Dwarf_Die *die);

#endif
