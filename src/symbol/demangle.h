/* demangle.h: converts names of C++ and Fortran in the symbol table to names as a person reads
 * them. */
#ifndef TUTTI_SYMBOL_DEMANGLE_H
#define TUTTI_SYMBOL_DEMANGLE_H

#include "base/memory.h"

/* Converts "_ZN4grid5relaxEi" to "grid::relax", without parameters and type of the result, and
 * "__heat_MOD_solve" to "solve". Other names stay as they are; so do names of C++ if its runtime is
 * not installed. */
char *demangle(char *symbol, struct arena *arena);

#endif
