/* demangle.h: names of C++ and Fortran in the symbol table, as a person reads them. */
#ifndef TUTTI_SYMBOL_DEMANGLE_H
#define TUTTI_SYMBOL_DEMANGLE_H

#include "base/memory.h"

/* "_ZN4grid5relaxEi" is "grid::relax": no parameters, no type of the result. "__heat_MOD_solve" is
 * "solve". Other names stay as they are, as all of C++ do where its runtime is not installed. */
char *demangle(char *symbol, struct arena *arena);

#endif
